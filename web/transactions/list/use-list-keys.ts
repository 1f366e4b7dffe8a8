import { useShortcut } from '../../page/shortcuts.ts'

const GROUP = 'Transactions'

/** The keys of the timeline. Arrows and ↵ belong to the row that has the focus. */
export function useListKeys({
  onStep,
  onSelect,
  onCategory,
  onDelete,
  onAll,
  onEscape,
}: {
  onStep: (by: 1 | -1) => void
  onSelect: (isRange: boolean) => void
  onCategory: () => void
  onDelete: () => void
  onAll: () => void
  onEscape: () => void
}): void {
  useShortcut('j', 'Next one; ↵ opens it', () => onStep(1), GROUP)
  useShortcut('k', 'The one before', () => onStep(-1), GROUP)
  useShortcut('x', 'Select', () => onSelect(false), GROUP)
  useShortcut('⇧X', 'Select up to here', () => onSelect(true), GROUP)
  useShortcut('⇧A', 'Select all that match', onAll, GROUP)
  useShortcut('c', 'Change the category', onCategory, GROUP)
  useShortcut('Backspace', 'Delete', onDelete, GROUP)
  useShortcut('Delete', 'Delete', onDelete, GROUP)
  useShortcut('Escape', 'Close, or end the selection', onEscape, GROUP)
}
