/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
}

/** Text as it is searched and compared: in small letters, without accents. The same as the function `folded` of the database. */
export const folded = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing but ASCII, which is most text, costs little
  /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[ßæœþøłđðħıŧς]/g, (letter) => letters[letter] ?? letter)
