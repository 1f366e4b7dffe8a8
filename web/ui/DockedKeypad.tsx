import { t } from '../../words/t.ts'
import { Button } from './Button.tsx'
import { Keypad } from './Keypad.tsx'

/** Marks a field that the keypad types into. */
export const FIGURES = { 'data-figures': '' }

const focused = (): HTMLInputElement | undefined =>
  document.activeElement instanceof HTMLInputElement ? document.activeElement : undefined

/** The next field of figures in the same dialog or page. */
function nextField(): HTMLInputElement | undefined {
  const field = focused()
  const fields = [
    ...(field
      ?.closest('dialog,[role=dialog],main')
      ?.querySelectorAll<HTMLInputElement>('input[data-figures]') ?? []),
  ].filter((one) => one.checkVisibility() && !one.disabled)
  return field && fields[fields.indexOf(field) + 1]
}

const isAllSelected = (): boolean => {
  const { value = '', selectionStart, selectionEnd } = focused() ?? {}
  return value !== '' && selectionStart === 0 && selectionEnd === value.length
}

/** The room between the field and the keypad. */
const ROOM_PX = 16

/** The part of the page that scrolls with the field: the content of a sheet, or all of it. */
function scrollerOf(field: HTMLElement): HTMLElement {
  for (let part = field.parentElement; part; part = part.parentElement)
    if (/auto|scroll/.test(getComputedStyle(part).overflowY)) return part
  return document.body
}

/**
 * Shows the keypad over everything, and the field above it: the page is longer by the keypad, so that its last field can be scrolled there,
 * too. As soon as the field is left, the page is as long as before.
 */
function dock(keypad: HTMLElement | null): (() => void) | undefined {
  keypad?.showPopover()
  const field = focused()
  if (!keypad || !field) return undefined
  const height = `${keypad.offsetHeight + ROOM_PX}px`
  const place = scrollerOf(field)
  place.style.paddingBottom = height
  field.style.scrollMarginBottom = height
  field.scrollIntoView({ block: 'nearest' })
  return () => {
    place.style.paddingBottom = ''
    field.style.scrollMarginBottom = ''
  }
}

/** The keypad at the foot of the screen. *Next* goes to the field below without a look at the page. */
export function DockedKeypad({ onKey }: { onKey: (key: string, isSelected: boolean) => void }) {
  const next = nextField()
  return (
    <div
      ref={dock}
      popover="manual"
      className="fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none border-t border-line bg-sunken p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-text"
    >
      <Keypad
        onKey={(key) => onKey(key, isAllSelected())}
        action={
          <span className="grid grid-flow-col auto-cols-fr gap-1.5">
            {next && (
              <Button
                className="min-h-12"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => next.focus()}
              >
                {t('Next [field]')}
              </Button>
            )}
            <Button
              look="primary"
              className="min-h-12"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => focused()?.blur()}
            >
              {t('Done')}
            </Button>
          </span>
        }
      />
    </div>
  )
}
