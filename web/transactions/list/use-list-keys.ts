import { useMemo } from 'react'
import { t } from '../../../words/t.ts'
import { useListedKeys, useShortcut } from '../../page/shortcuts.ts'
import { useMay } from '../../ui/rights.ts'

const ofRow = () =>
  [
    ['ArrowDown', t('The next one')],
    ['ArrowUp', t('The one before')],
    ['Enter', t('Open it')],
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
  const group = t('Transactions')
  const [mayAnnotate, mayWrite] = [useMay('annotate'), useMay('write')]
  useShortcut('j', t('The next one'), () => onStep(1), group)
  useShortcut('k', t('The one before'), () => onStep(-1), group)
  useShortcut('x', t('Select [verb]'), () => onSelect(false), group, mayAnnotate)
  useShortcut('⇧X', t('Select up to here'), () => onSelect(true), group, mayAnnotate)
  useShortcut('⇧A', t('Select all that match'), onAll, group, mayAnnotate)
  useShortcut('c', t('Change the category'), onCategory, group, mayAnnotate)
  useShortcut('Backspace', t('Delete'), onDelete, group, mayWrite)
  useShortcut('Delete', t('Delete'), onDelete, group, mayWrite)
  useListedKeys(useMemo(ofRow, []), group)
  useShortcut('Escape', t('Close, or end the selection'), onEscape, group)
}
