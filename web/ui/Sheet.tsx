import { LockKeyhole, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../words/t.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { focusHeading } from './focus-heading.ts'
import { Modal } from './Modal.tsx'
import { useIsWide } from './media.ts'
import { type Right, useMay } from './rights.ts'

/** Where the frame has room for a sheet beside the page. */
export const SHEET_PLACE = 'sheet-place'

type SheetProps = {
  title: string
  onClose: () => void
  /** Content of the bar beside the close button: next and previous, a menu. */
  bar?: ReactNode
  /** Stays at the foot while the rest scrolls: the buttons. */
  foot?: ReactNode
  /** A heading in the sheet's content takes the title's place; the title then only names the sheet. */
  isTitleHidden?: boolean
  /** The right that its form takes in the book. Whoever lacks it reads the form, and has no buttons. */
  needs?: Right
  children: ReactNode
}

/** A sheet at the side: beside the page where it is wide, over all of it on phones. Esc and Back close it; focus goes in and returns. */
export function Sheet(props: SheetProps) {
  return useIsWide() ? <BesideSheet {...props} /> : <OverSheet {...props} />
}

function BesideSheet(props: SheetProps) {
  const { title, onClose } = props
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    // A list that opened the sheet by typing keeps the focus; a field with autofocus inside keeps its focus.
    if (!sheet.current?.contains(document.activeElement)) sheet.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      focusHeading()
    }
  }, [])
  useEscape(onClose)
  const place = document.getElementById(SHEET_PLACE)
  if (!place) return null
  return createPortal(
    <div
      ref={sheet}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      className="sticky top-0 flex h-dvh w-[420px] flex-col border-s border-line bg-surface outline-none print:hidden"
    >
      <SheetContent {...props} />
    </div>,
    place,
  )
}

/** Esc closes the sheet from the page beside it too, unless something else has taken the key or a dialog is over both. */
function useEscape(onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const OverSheet = (props: SheetProps) => (
  <Modal label={props.title} onClose={props.onClose} className="items-end sm:items-stretch sm:justify-end">
    <div className="flex max-h-dvh min-h-[50dvh] w-full flex-col rounded-t-sheet bg-surface sm:h-dvh sm:w-[420px] sm:rounded-none">
      <SheetContent {...props} />
    </div>
  </Modal>
)

/** A form that one may read. */
const OnlyRead = ({ children }: { children: ReactNode }) => (
  <>
    <p className="mb-4 flex items-center gap-2 rounded-control bg-tile px-3 py-2 text-table text-text-2">
      <LockKeyhole size={15} aria-hidden className="shrink-0" />
      {t('You can look at this. An owner or an editor can change it.')}
    </p>
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  </>
)

function SheetContent({ title, onClose, bar, foot, isTitleHidden = false, needs, children }: SheetProps) {
  const may = useMay(needs)
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center gap-2 px-5 pt-2">
        <h2 className={classes('flex-1 truncate text-title font-semibold', isTitleHidden && 'sr-only')}>
          {title}
        </h2>
        {bar}
        <IconButton label={t('Close')} onClick={onClose} className={isTitleHidden && !bar ? 'ms-auto' : ''}>
          <X size={17} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        {may ? children : <OnlyRead>{children}</OnlyRead>}
      </div>
      {foot && may && (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {foot}
        </div>
      )}
    </>
  )
}
