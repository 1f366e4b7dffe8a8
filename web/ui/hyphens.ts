/**
 * Long words in narrow places: a word gets soft hyphens, so that wherever it breaks, it breaks with a hyphen. A browser knows the syllables of a language only
 * where somebody has installed them; these places are near enough: before a consonant that a vowel follows.
 */
const SHY = '\u00ad'
/** As many characters fit into a tile of a phone of 360 px, at the small size that a longer word has. */
const MAX_WORD = 9
/** A part of a word has so many characters at least. */
const MIN_PART = 3

const isVowel = (character: string | undefined): boolean =>
  character !== undefined && /[aeiouyаеиіоуюяєїы]/i.test(character.normalize('NFD').charAt(0))
/** Only of scripts that hyphenate: Arabic joins its letters, and Chinese breaks anywhere. */
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(character)

export const hasLongWord = (text: string): boolean =>
  text.split(/[\s-]+/).some((word) => [...word].length > MAX_WORD)

/** A text whose long words say where they may break. */
export const hyphenated = (text: string): string =>
  text.replaceAll(/[^\s-]+/g, (word) => ([...word].length > MAX_WORD ? hyphenatedWord([...word]) : word))

function hyphenatedWord(word: readonly string[]): string {
  let out = ''
  let part = 0
  for (const [index, character] of word.entries()) {
    const [before, next] = [word[index - 1], word[index + 1]]
    const isSyllable = isLetter(character) && !isVowel(character) && isVowel(next)
    const isPlace = part >= MIN_PART && word.length - index >= MIN_PART && isLetter(before)
    if (isPlace && (isSyllable || part >= MAX_WORD - 1)) {
      out += SHY
      part = 0
    }
    out += character
    part++
  }
  return out
}
