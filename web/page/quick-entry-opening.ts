import { openState } from '../ui/open-state.ts'

/** Opens quick entry for N and the + of the palette: the one of the page, if it has one, else one over the page. */
let field: HTMLInputElement | null = null
const overlay = openState()
let account: string | undefined

/** Registers the quick entry of the page; null removes it. */
export const quickEntryOfPage = (input: HTMLInputElement | null): void => {
  field = input
}

export function openQuickEntry(): void {
  if (field?.checkVisibility()) field.focus()
  else overlay.open()
}

/** Opens quick entry over the page, with this account. */
export function openQuickEntryOn(accountId: string): void {
  account = accountId
  overlay.open()
}

/** The account that quick entry was opened with. */
export const quickEntryAccount = (): string | undefined => account

export function closeQuickEntry(): void {
  account = undefined
  overlay.close()
}
export const { useIsOpen: useIsQuickEntryOpen } = overlay
