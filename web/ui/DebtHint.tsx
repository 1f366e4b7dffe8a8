import { t } from '../../words/t.ts'
import { type DebtTyped, debtWords } from './debt-words.ts'

/** How a typed debt is understood, and a way to say the opposite. */
export function DebtHint({
  debt,
  currencyId,
  onTurn,
}: {
  debt: DebtTyped
  currencyId: string
  onTurn: (isOnIt: boolean) => void
}) {
  const said = debtWords(debt, currencyId)
  if (said === undefined) return null
  return (
    <>
      {said}{' '}
      <button
        type="button"
        className="min-h-6 rounded-[4px] text-start underline decoration-line-2 underline-offset-4 hover:text-text touch:min-h-11"
        onClick={() => onTurn(!debt.isOnIt)}
      >
        {debt.isOnIt ? t('I owe that much') : t('I have that much on it')}
      </button>
    </>
  )
}
