import { openState } from '../ui/open-state.ts'

/** The search, which buttons in the frame and on pages open. */
export const { open: openSearch, close: closeSearch, useIsOpen: useIsSearchOpen } = openState()

/** The sheet with the shortcuts, which `?` and the palette open. */
export const { open: openHelp, close: closeHelp, useIsOpen: useIsHelpOpen } = openState()
