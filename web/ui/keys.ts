/** The key that commands are given with. */
export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What sends a form from any of its fields. */
export const SUBMIT_KEYS = isMac ? '⌘↵' : 'Ctrl ↵'

export const isSubmit = (event: { key: string; metaKey: boolean; ctrlKey: boolean }): boolean =>
  event.key === 'Enter' && (event.metaKey || event.ctrlKey)
