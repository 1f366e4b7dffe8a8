/** The key that commands are given with. */
export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The key that closes what is open, as it is written on keyboards. */
export const ESC = 'Esc'

export const withCtrl = (keys: string): string => `Ctrl ${keys}`

/** The key that moves something while it is held with an arrow. */
export const ALT = isMac ? '⌥' : 'Alt '

/** The keys that send a form from any of its fields. */
export const SUBMIT_KEYS = isMac ? '⌘↵' : withCtrl('↵')

/** The keys that undo the last change, and those that redo it, also from the line of quick entry. */
export const UNDO_KEYS = isMac ? '⌘Z' : withCtrl('Z')
export const REDO_KEYS = isMac ? '⇧⌘Z' : withCtrl('⇧ Z')

/** Whether a key press undoes a change, or with Shift redoes it. */
export function turnOf(event: {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}): 'undo' | 'redo' | undefined {
  const isZ = event.key.toLowerCase() === 'z' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey
  if (!isZ) return undefined
  return event.shiftKey ? 'redo' : 'undo'
}

export const isSubmit = (event: { key: string; metaKey: boolean; ctrlKey: boolean }): boolean =>
  event.key === 'Enter' && (event.metaKey || event.ctrlKey)
