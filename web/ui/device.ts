/** A device's name; programs that gave none are known by their user agent, of which the browser is the part that says most. */
export function deviceWords(name: string | null | undefined): string {
  if (!name) return 'a device'
  if (!name.startsWith('Mozilla/')) return name
  const browser =
    [
      ['Firefox/', 'Firefox'],
      ['Edg/', 'Edge'],
      ['OPR/', 'Opera'],
      ['Chrome/', 'Chrome'],
      ['Safari/', 'Safari'],
    ].find(([mark = '']) => name.includes(mark))?.[1] ?? 'A browser'
  // Phones call themselves both: an Android phone is a Linux, an iPhone is like Mac OS.
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'].find((one) => name.includes(one))
  return system ? `${browser} on ${system === 'Mac OS' ? 'Mac' : system}` : browser
}
