import { useListedKeys, useShortcut } from '../../page/shortcuts.ts'
import { useMay } from '../../ui/rights.ts'

const GROUP = 'Transactions'
const ofRow = [
  ['ArrowDown', 'The next one'],
  ['ArrowUp', 'The one before'],
  ['Enter', 'Open it'],
] as const

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
  const [mayAnnotate, mayWrite] = [useMay('annotate'), useMay('write')]
  useShortcut('j', 'The next one', () => onStep(1), GROUP)
  useShortcut('k', 'The one before', () => onStep(-1), GROUP)
  useShortcut('x', 'Select', () => onSelect(false), GROUP, mayAnnotate)
  useShortcut('⇧X', 'Select up to here', () => onSelect(true), GROUP, mayAnnotate)
  useShortcut('⇧A', 'Select all that match', onAll, GROUP, mayAnnotate)
  useShortcut('c', 'Change the category', onCategory, GROUP, mayAnnotate)
  useShortcut('Backspace', 'Delete', onDelete, GROUP, mayWrite)
  useShortcut('Delete', 'Delete', onDelete, GROUP, mayWrite)
  useListedKeys(ofRow, GROUP)
  useShortcut('Escape', 'Close, or end the selection', onEscape, GROUP)
}
