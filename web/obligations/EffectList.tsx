import { Info } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { currencyName } from '../ui/money.ts'
import type { Effect } from './payment.ts'

/** The effects of a change: each value now and after it. The currencies of an account are below its balance. */
export const EffectList = ({ changes, today }: { changes: readonly Effect[]; today: Day }) =>
  changes.length === 0 ? null : (
    <div className="rounded-control bg-sunken px-3.5 py-2">
      <table className="w-full text-table">
        <caption className="sr-only">{t('What changes')}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            <td />
            <Head>{t('now')}</Head>
            <Head>{t('after')}</Head>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) =>
            'isSettled' in change ? (
              <tr key={change.key}>
                <Name>{change.label}</Name>
                <td colSpan={2} className="py-0.5 text-end font-medium text-in">
                  {t('settled')}
                </td>
              </tr>
            ) : (
              <Fragment key={change.label}>
                <tr>
                  <Name>{change.label}</Name>
                  <Figure amount={change.before} currency={change.currency} />
                  <Figure amount={change.after} currency={change.currency} className="font-semibold" />
                </tr>
                {change.staysThrough !== undefined && (
                  <tr className="text-caption text-text-2">
                    <td colSpan={3} className="pb-1.5">
                      {t('It stays: what you enter up to {day} moves its start.', {
                        day: dayInSentence(change.staysThrough, today),
                      })}
                    </td>
                  </tr>
                )}
                {change.parts?.map(({ currency, before, after }) => (
                  <tr key={currency} className="text-caption text-text-3">
                    <Name className="ps-3">{t('in {currency}', { currency: currencyName(currency) })}</Name>
                    <Figure amount={before} currency={currency} />
                    <Figure amount={after} currency={currency} />
                  </tr>
                ))}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
    </div>
  )

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="pb-0.5 ps-3 text-end font-normal">
    {children}
  </th>
)

const Name = ({ children, className }: { children: ReactNode; className?: string }) => (
  <th
    scope="row"
    className={classes('w-full max-w-0 truncate py-0.5 text-start font-normal text-text-2', className)}
  >
    {children}
  </th>
)

/** An amount that no rate can tell has a dash. */
const Figure = ({
  amount,
  currency,
  className,
}: {
  amount: bigint | undefined
  currency: string
  className?: string
}) => (
  <td className={classes('py-0.5 ps-3 text-end', className)}>
    {amount === undefined ? (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">{t('no rate for today')}</span>
      </>
    ) : (
      <Money amount={amount} currency={currency} />
    )}
  </td>
)

export const Hint = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2.5 text-table text-text-2">
    <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
)
