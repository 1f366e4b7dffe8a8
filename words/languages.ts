/**
 * The languages that Florin speaks, each under its tag, with the name it has in itself. A language is a file of sentences, `words/de.json`, and its line
 * here. `numbers` is how days and numbers are written where the browser does not say it for this language, and `comma` stands between the parts of a list
 * without an "and", where it is another one than that of English.
 */
export const languages = {
  en: { name: 'English', numbers: 'en-GB' },
  de: { name: 'Deutsch', numbers: 'de-DE' },
  fr: { name: 'Français', numbers: 'fr-FR' },
  es: { name: 'Español', numbers: 'es-ES' },
  pl: { name: 'Polski', numbers: 'pl-PL' },
  uk: { name: 'Українська', numbers: 'uk-UA' },
  'zh-Hans': { name: '简体中文', numbers: 'zh-Hans-CN', comma: '、' },
  // With the digits that banks print: amounts are typed with them too.
  ar: { name: 'العربية', numbers: 'ar-u-nu-latn', comma: '، ', isRightToLeft: true },
} as const satisfies Record<string, { name: string; numbers: string; comma?: string; isRightToLeft?: true }>

export type Language = keyof typeof languages

export const languageTags = Object.keys(languages) as Language[] // an object of ours has its own keys

/** The language of ours that a tag such as `de-AT` or `zh-CN` asks for, if there is one. */
export function languageOf(tag: string): Language | undefined {
  const asked = tag.toLowerCase()
  const [first = ''] = asked.split('-')
  if (first === 'zh')
    return !asked.includes('-hans') && /-(tw|hk|mo|hant)\b/.test(asked) ? undefined : 'zh-Hans'
  return languageTags.find((one) => one === first)
}

/** The first language of ours in a list of tags, the most wanted first; English where there is none. */
export function firstLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = languageOf(tag)
    if (found) return found
  }
  return 'en'
}

export const isRightToLeft = (language: Language): boolean => 'isRightToLeft' in languages[language]

export function commaOf(language: Language): string {
  const { comma = ', ' }: { name: string; comma?: string } = languages[language]
  return comma
}
