/** The text after a key of the keypad. A sign in place of another sign replaces it. */
export function typed(text: string, key: string): string {
  if (key === 'delete') return text.slice(0, -1)
  const isSign = key === '+' || key === '−'
  if (isSign && text === '') return text
  return isSign && /[+−]$/.test(text) ? text.slice(0, -1) + key : text + key
}
