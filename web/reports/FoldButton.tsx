import { ChevronDown, ChevronRight } from 'lucide-react'
import { t } from '../../words/t.ts'

/** Opens a row of a report to those that it is made of. */
export function FoldButton({
  name,
  isUnfolded,
  onPress,
}: {
  name: string
  isUnfolded: boolean
  onPress: () => void
}) {
  const Chevron = isUnfolded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      aria-label={isUnfolded ? t('Fold {name}', { name }) : t('Open {name} to its categories', { name })}
      onClick={onPress}
      className="relative me-1 inline-grid size-6 place-items-center rounded-control align-middle text-text-2 after:absolute after:-inset-1.5 hover:bg-tile print:hidden"
    >
      <Chevron size={15} />
    </button>
  )
}
