/** The zeros of other digits than 0 to 9, each with its nine others behind it: Arabic, Persian, of India, Bengali, Thai, and those as wide as a Chinese letter. */
const ZEROS = '\u0660\u06f0\u0966\u09e6\u0e50\uff10'
const OTHER = new RegExp(
  `[${[...ZEROS].map((zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`).join('')}]`,
  'g',
)
const HAS_OTHER = new RegExp(OTHER, '')

/** A day or an amount: no letters except those of a currency around it. */
const NUMBER = /^[^\p{L}]*\p{Nd}[^\p{L}]*(?:\p{L}[\p{L}.]{0,4})?$/u

const latin = (digit: string): string => {
  const code = digit.charCodeAt(0)
  const zero = [...ZEROS].find((one) => code >= one.charCodeAt(0) && code <= one.charCodeAt(0) + 9) ?? digit
  return String(code - zero.charCodeAt(0))
}

/** A cell that is a number or a day in the digits of another script, in ours; with the marks of Arabic: ٤٬٥٠٠٫٢٥ is 4,500.25. All other cells stay as they are. */
export const latinNumber = (cell: string): string =>
  HAS_OTHER.test(cell) && NUMBER.test(cell)
    ? cell
        .replace(OTHER, latin)
        .replaceAll('\u066b', '.')
        .replaceAll('\u066c', ',')
        .replaceAll('\uff0e', '.')
        .replaceAll('\uff0c', ',')
        .replaceAll('\uff0f', '/')
    : cell
