import { openState } from '../ui/open-state.ts'

/** The search, which buttons in the frame and on pages open. */
export const { open: openSearch, close: closeSearch, useIsOpen: useIsSearchOpen } = openState()

/** The sheet with the shortcuts, which `?` and the palette open. */
export const { open: openHelp, close: closeHelp, useIsOpen: useIsHelpOpen } = openState()

/** The list of books, and the form of a new one. */
export const { open: openBooks, close: closeBooks, useIsOpen: useIsBooksOpen } = openState()
export const { open: openNewBook, close: closeNewBook, useIsOpen: useIsNewBookOpen } = openState()
