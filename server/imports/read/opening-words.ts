/** Names of equity that opening balances come from, in the languages that files are found in; none of a word that only begins like them. */
const OPENING =
  /\bopen(?:ing)?(?![a-z])|\bopening|\bstart(?:ing)?(?![a-z])|\bstarting|\binitial|\banfang|eröffnung|\bapertura|\babertura|\bouverture|\biniziali|начальн|otwarci|początk|begin|ingående|inngående|期初/iu
/** Names of equity that a year is closed against. */
const CLOSING =
  /\bclos(?:e|ing)|\bretained|\bearnings|\bresults?\b|abschluss|schluss|gewinn|\bcierre|\bclôture|\bchiusura|\bresultado|\brésultat|\bprofit/iu

export const isOpeningName = (name: string): boolean => OPENING.test(name)
export const isClosingName = (name: string): boolean => CLOSING.test(name)
