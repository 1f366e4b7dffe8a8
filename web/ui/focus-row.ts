/** Focuses the row of a long list as soon as it is in the document: one far away comes with one of the next frames. */
export function focusRow(list: HTMLElement | null, id: string, name = 'data-row', tries = 20): void {
  const row = list?.querySelector<HTMLElement>(`[${name}="${CSS.escape(id)}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusRow(list, id, name, tries - 1))
}

/** The id of the row that has the focus. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.getAttribute('data-row') ?? undefined
