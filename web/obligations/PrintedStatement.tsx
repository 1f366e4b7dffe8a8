import type { Statement } from '../../contract/statement.ts'
import { t } from '../../words/t.ts'
import { dayText } from '../ui/dates.ts'
import { shortNameOf } from '../ui/initials.ts'
import { Money } from '../ui/Money.tsx'
import { LineAmount } from './Movements.tsx'
import type { Debt } from './owed.ts'
import { isOpenOnly, netIn, onlyOpen, statementLines } from './statement.ts'

/** The statement on paper: a letterhead, the movements from the oldest to the latest, and the balance under a double rule. */
export function PrintedStatement({
  statement,
  debts,
  currencies,
  today,
  me,
  status,
  payTo,
}: {
  statement: Statement
  debts: readonly Debt[]
  currencies: readonly string[]
  today: string
  me: string
  /** Which movements the address asks for. */
  status: string | undefined
  /** Where to pay to; empty if it is not to be paid to me, or not known. */
  payTo: string
}) {
  return (
    <article className="hidden text-[10.5pt] leading-[15pt] print:block">
      <header className="mb-8 flex items-start justify-between gap-8 border-b border-current pb-4">
        <div>
          <p className="text-[16pt] leading-[22pt] font-semibold">{t('Statement')}</p>
          <p>{dayText(today)}</p>
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 text-end">
          <dt className="text-text-2">{t('From [a person]')}</dt>
          <dd className="font-semibold">{me}</dd>
          <dt className="text-text-2">{t('For [a person]')}</dt>
          <dd className="font-semibold">{statement.contact.name}</dd>
        </dl>
      </header>
      {currencies.map((currency) => (
        <PrintedCurrency
          key={currency}
          statement={statement}
          debts={debts}
          currency={currency}
          today={today}
          me={me}
          status={status}
        />
      ))}
      {payTo.trim() !== '' && (
        <div className="mb-4 flex break-inside-avoid gap-4">
          <p className="font-semibold">{t('Please pay to')}</p>
          <p className="whitespace-pre-line">{payTo.trim()}</p>
        </div>
      )}
      {currencies.some((currency) => isOpenOnly(status, debts, currency)) && (
        <p className="mt-4">{t('Only what is open is listed.')}</p>
      )}
      {!statement.is_complete && <p className="mt-4">{t('Only the latest movements are listed.')}</p>}
    </article>
  )
}

function PrintedCurrency({
  statement,
  debts,
  currency,
  today,
  me,
  status,
}: {
  statement: Statement
  debts: readonly Debt[]
  currency: string
  today: string
  me: string
  /** Which movements the address asks for. */
  status: string | undefined
}) {
  // Other people must not read which of my accounts the money was on.
  const known = { transactions: new Map(), accounts: new Map(), today, me: shortNameOf(me) }
  const all = statementLines(statement, currency, {
    ...known,
    debts: new Map(debts.map((debt) => [debt.id, debt])),
  })
  const lines = (isOpenOnly(status, debts, currency) ? onlyOpen(all, debts) : all).toReversed()
  const net = netIn(statement, currency)
  const [owing, owed] = net < 0n ? [me, statement.contact.name] : [statement.contact.name, me]
  const result =
    net === 0n ? t('All settled') : t('{debtor} owes {creditor}', { debtor: owing, creditor: owed })
  return (
    <table className="mb-8 w-full">
      <caption className="mb-4 text-start text-[13pt] leading-[18pt] font-semibold">
        {result} {net !== 0n && <Money amount={net < 0n ? -net : net} currency={currency} />}
      </caption>
      <thead>
        <tr className="text-start [&>th]:border-b [&>th]:border-current [&>th]:py-1.5 [&>th]:font-semibold">
          <th className="w-28">{t('Date')}</th>
          <th>{t('What')}</th>
          <th className="w-28 text-end">{t('Lent or owed')}</th>
          <th className="w-24 text-end">{t('Paid')}</th>
          <th className="w-28 text-end">{t('Balance')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.key}
            className="break-inside-avoid align-top [&>td]:border-b [&>td]:border-line [&>td]:py-1.5"
          >
            <td className="whitespace-nowrap">{dayText(line.date)}</td>
            <td>
              {line.words}
              {line.about && (
                <span className="block text-[9pt] leading-[12pt] text-text-2">{line.about}</span>
              )}
            </td>
            <td className="text-end">
              {line.owed !== null && <LineAmount line={line} currency={currency} />}
            </td>
            <td className="text-end">
              {line.paid !== null && <LineAmount line={line} currency={currency} />}
            </td>
            <td className="text-end">
              <Money amount={line.balance} currency={currency} />
            </td>
          </tr>
        ))}
        <tr className="break-inside-avoid break-before-avoid">
          <th scope="row" colSpan={4} className="pt-4 text-start font-semibold">
            {result}
          </th>
          <td className="pt-4 text-end font-semibold">
            <span className="double-rule inline-block border-current">
              <Money amount={net < 0n ? -net : net} currency={currency} />
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
