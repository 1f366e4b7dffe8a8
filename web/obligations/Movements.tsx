import { comma, t } from '../../words/t.ts'
import { dayShort, dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { useSheets } from './sheets.ts'
import type { StatementLine } from './statement.ts'

/** The amount of a line, with the sign by which it changes the balance beside it: both can be followed down the list. */
export const LineAmount = ({
  line,
  currency,
  className = '',
}: {
  line: StatementLine
  currency: string
  className?: string
}) => <Money amount={line.change} currency={currency} variant="change" className={className} />

/** The movements as a table, the latest first; a line opens its debt. */
export function MovementTable({ lines, currency }: { lines: readonly StatementLine[]; currency: string }) {
  const { openDebt } = useSheets()
  return (
    <table className="w-full text-table">
      <thead>
        <tr className="text-start text-caption text-text-2 [&>th]:py-2 [&>th]:font-medium">
          <th className="w-32 ps-5">{t('Date')}</th>
          <th>{t('What')}</th>
          <th className="w-28 text-end">{t('Lent or owed')}</th>
          <th className="w-28 text-end">{t('Paid')}</th>
          <th className="w-32 pe-5 text-end">{t('Balance')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} className="border-t border-line hover:bg-tile">
            <td className="py-2 ps-5 text-text-2 whitespace-nowrap">{dayText(line.date)}</td>
            <td className="py-1.5">
              <button
                type="button"
                onClick={() => openDebt(line.movement.obligation_id)}
                className="min-h-6 w-full text-start"
              >
                <span className="block text-body">{line.words}</span>
                {line.about && <span className="block text-caption text-text-3">{line.about}</span>}
              </button>
            </td>
            <td className="text-end">
              {line.owed !== null && <LineAmount line={line} currency={currency} />}
            </td>
            <td className="text-end">
              {line.paid !== null && <LineAmount line={line} currency={currency} />}
            </td>
            <td className="pe-5 text-end">
              <Money amount={line.balance} currency={currency} className="font-medium" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same on a phone: two lines for each. */
export function MovementList({
  lines,
  currency,
  today,
}: {
  lines: readonly StatementLine[]
  currency: string
  today: string
}) {
  const { openDebt } = useSheets()
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.key} className="border-t border-line">
          <button
            type="button"
            onClick={() => openDebt(line.movement.obligation_id)}
            className="flex w-full items-start gap-3 px-5 py-2.5 text-start hover:bg-tile"
          >
            <span className="min-w-0 flex-1">
              <span className="block">{line.words}</span>
              <span className="block text-caption text-text-3">
                {[dayShort(line.date, today), line.about].filter(Boolean).join(comma())}
              </span>
            </span>
            <span className="flex flex-col items-end">
              <LineAmount line={line} currency={currency} className="font-medium" />
              <span className="text-caption text-text-3">
                {rich('balance {amount}', { amount: <Money amount={line.balance} currency={currency} /> })}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
