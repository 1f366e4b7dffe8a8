import { useEffect } from 'react'
import { t } from '../../words/t.ts'
import { atFoot } from '../ui/at-foot.ts'
import { Button } from '../ui/Button.tsx'
import { focusHeading } from '../ui/focus-heading.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { isSubmit, SUBMIT_KEYS } from '../ui/keys.ts'
import { rich } from '../ui/rich.ts'
import { cellsText } from './cells.ts'
import type { SheetCells } from './use-budgets.ts'

/** Its height with the room around it. */
export const SAVE_BAR_PX = 84

/** Counts the cells that are not saved yet, with the buttons for them, at the foot of the page while there is anything. */
export function SaveBar({ cells }: { cells: SheetCells }) {
  const changed = Object.keys(cells.cells)
  return changed.length === 0 || cells.isSaved ? null : (
    <Unsaved cells={cells} words={cellsText(changed, cells.incomeLines, true)} />
  )
}

function Unsaved({ cells, words }: { cells: SheetCells; words: string }) {
  const { save, isBusy } = cells
  // From anywhere on the page; a cell has saved already.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSubmit(event) || event.defaultPrevented || isBusy) return
      event.preventDefault()
      void save()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [save, isBusy])
  useEffect(() => focusHeading, [])
  return (
    <div
      ref={atFoot}
      role="toolbar"
      aria-label={t('Unsaved budgets')}
      className="sticky bottom-2 z-20 mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-3 max-sm:bottom-[calc(64px+env(safe-area-inset-bottom))]"
    >
      <p className="text-table" aria-live="polite">
        <span className="font-semibold">{t('{budgets} changed.', { budgets: words })}</span>{' '}
        {cells.sentence ? (
          <span role="alert" className="text-warn">
            {cells.sentence}
          </span>
        ) : (
          <span className="text-text-2">{t('Saved as one change, undone as one.')}</span>
        )}
      </p>
      <span className="hidden items-center gap-2 text-caption text-text-2 @5xl:flex">
        {rich('<key>Tab</key> down <key>=</key> take the proposed amount <key>O</key> only this month', {
          key: (inner) => <Kbd>{inner}</Kbd>,
        })}
      </span>
      <span className="flex gap-2">
        <Button onClick={cells.discard}>{t('Discard')}</Button>
        <Button look="primary" isBusy={isBusy} shortcut={SUBMIT_KEYS} onClick={() => void save()}>
          {t('Save the sheet')}
        </Button>
      </span>
    </div>
  )
}
