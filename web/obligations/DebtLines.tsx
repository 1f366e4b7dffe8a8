import { Money } from '../ui/Money.tsx'
import { CaptionText } from './CaptionText.tsx'
import { debtName } from './debt-name.ts'
import { type Debt, debtCaption } from './owed.ts'
import { useSheets } from './sheets.ts'

/** The debts of a contact, each of which opens. */
export function DebtLines({ debts, base, today }: { debts: readonly Debt[]; base: string; today: string }) {
  const { openDebt } = useSheets()
  return (
    <ul>
      {debts.map((debt) => (
        <li key={debt.id}>
          <button
            type="button"
            onClick={() => openDebt(debt.id)}
            className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 py-1 text-start hover:bg-tile touch:min-h-11"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{debtName(debt)}</span>
              <span className="block text-caption text-text-3">
                <CaptionText caption={debtCaption(debt, today)} />
              </span>
            </span>
            <Money
              amount={debt.outstanding_amount}
              currency={debt.currency_id}
              original={{ amount: debt.outstanding_base, currency: base }}
              className="text-text-2"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
