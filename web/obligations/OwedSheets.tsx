/** The sheet that the address names, if it names one. */
export function OwedSheets() {
  return null
}
