import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { missingRateOf, missingRateWords } from '../currencies/missing-rate.ts'
import { SetRate } from '../currencies/SetRate.tsx'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { currencyName, decimalsOf, moneyText } from '../ui/money.ts'
import { Popup } from '../ui/Popup.tsx'

/** So many accounts are named. */
const SHOWN = 5

/** Whether something was recorded on a category: then another base currency is refused, and nothing is asked before. */
export const hasEntries = (accounts: readonly Account[]): boolean =>
  accounts.some(
    ({ type, balances }) =>
      (type === 'expense' || type === 'income') && balances.some(({ amount }) => amount !== 0),
  )

/** The accounts of money with figures in a currency. */
export const figuresIn = (accounts: readonly Account[], currency_id: string) =>
  accounts.flatMap(({ name, type, is_system, balances }) => {
    const held =
      is_system || (type !== 'asset' && type !== 'liability')
        ? undefined
        : balances.find((one) => one.currency_id === currency_id)
    return held && held.amount !== 0 ? [{ name, amount: held.amount }] : []
  })

/** Another base currency: were the balances that were typed meant in it, or are they converted, at a rate that is asked for here if there is none? */
export function RebasePopup({
  from,
  to,
  figures,
  refusal,
  isBusy,
  onKeep,
  onConvert,
  onBack,
  onClose,
}: {
  from: string
  to: string
  figures: ReturnType<typeof figuresIn>
  /** Of the conversion, if a rate is missing. */
  refusal: Problem | undefined
  isBusy: boolean
  onKeep: () => void
  onConvert: () => void
  /** From the rate to the choice. */
  onBack: () => void
  onClose: () => void
}) {
  const today = useToday()
  const missing = refusal && missingRateOf(refusal)
  const [old, now] = [currencyName(from), currencyName(to)]
  const [first] = figures
  const hasDecimals = decimalsOf(to) >= decimalsOf(from)
  if (missing)
    return (
      <Popup
        title={t('What was 1 {from} in {to}?', { from: missing.from, to: missing.to })}
        onClose={onClose}
        foot={<Button onClick={onBack}>{t('Back to the choice')}</Button>}
      >
        <p className="text-table text-text-2">
          {missingRateWords(missing, today)} {t('It never guesses one. Your rate is kept for that day.')}
        </p>
        <SetRate key={missing.date} {...missing} onDone={onConvert} />
      </Popup>
    )
  return (
    <Popup
      title={t('The balances you typed are in {currency}. And now?', { currency: old })}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <ul className="mb-4 text-table text-text-2">
        {figures.slice(0, SHOWN).map(({ name, amount }) => (
          <li key={name} className="flex justify-between gap-3">
            <span className="truncate">{name}</span>
            <span className="tabular-nums">{moneyText(amount, from)}</span>
          </li>
        ))}
        {figures.length > SHOWN && (
          <li>
            {t('{count, plural, one {and # more} other {and # more}}', { count: figures.length - SHOWN })}
          </li>
        )}
      </ul>
      <div className="grid gap-2">
        <Way
          title={t('These figures are in {currency} already', { currency: now })}
          isBusy={isBusy}
          onTake={onKeep}
        >
          {first &&
            hasDecimals &&
            `${t('{before} becomes {after}.', {
              before: moneyText(first.amount, from),
              after: moneyText(first.amount, to),
            })} `}
          {t('The accounts are in {currency} from then on.', { currency: now })}
        </Way>
        <Way title={t('Convert them')} isBusy={isBusy} onTake={onConvert}>
          {t('They stay in {former}, and count in {currency} at the rate of their day.', {
            former: old,
            currency: now,
          })}
        </Way>
      </div>
    </Popup>
  )
}

const Way = ({
  title,
  isBusy,
  onTake,
  children,
}: {
  title: string
  isBusy: boolean
  onTake: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-busy={isBusy}
    onClick={onTake}
    className="rounded-control border border-line-2 bg-surface px-4 py-3 text-start hover:border-accent"
  >
    <span className="block font-medium">{title}</span>
    <span className="block text-table text-text-2">{children}</span>
  </button>
)
