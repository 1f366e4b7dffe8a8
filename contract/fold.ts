/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
}

/** Whether a text is nothing but ASCII, as most text is: it is then split and compared by simpler and quicker rules. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: zero is part of ASCII
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Text as it is searched and compared: in small letters, without accents. The same as the function `folded` of the database. */
export const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[ßæœþøłđðħıŧς]/g, (letter) => letters[letter] ?? letter)
