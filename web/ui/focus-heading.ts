/** Gives the focus to the heading of the page where the element that had it has gone: a keyboard goes on from there. */
export const focusHeading = (): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  })
}
