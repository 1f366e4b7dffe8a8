import { openState } from '../../ui/open-state.ts'

/** Opens quick entry for N and the + of the palette: the one of the page, if it has one, else one over the page. */
let field: HTMLInputElement | null = null
const overlay = openState()

/** Registers the quick entry of the page; null removes it. */
export const quickEntryOfPage = (input: HTMLInputElement | null): void => {
  field = input
}

export function openQuickEntry(): void {
  if (field?.checkVisibility()) field.focus()
  else overlay.open()
}
export const { close: closeQuickEntry, useIsOpen: useIsQuickEntryOpen } = overlay
