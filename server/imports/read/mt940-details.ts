import { joinedText, plainText } from './file-values.ts'

/** The details of an entry in :86:. */
type Details = { readonly text: string; readonly payee: string; readonly counterAccount: string }

/** German banks: a code of three digits, then fields such as ?20, after a character that the bank has chosen. */
const GERMAN = /^\d{3}([^\dA-Za-z\s/])(?=\d\d)/
/** Dutch and other banks: /NAME/… with the names below. */
const SLASHED = /^\s*\/[A-Z]{3,5}\//

/** Reads the lines of :86:, in any of the usual notations. */
export function detailsOf(lines: readonly string[]): Details {
  const [first = ''] = lines
  const separator = GERMAN.exec(first)?.[1]
  if (separator !== undefined) return german(lines.join(''), separator)
  if (SLASHED.test(first)) return slashed(lines.join(''))
  return { text: plainText(unwrapped(lines, 65)), payee: '', counterAccount: '' }
}

/** Lines that were cut at a fixed width: a full line continues in the next one, a shorter line ended at the end of a word. */
const unwrapped = (lines: readonly string[], width: number): string =>
  lines.map((line) => (line.length >= width ? line : `${line} `)).join('')

function german(words: string, separator: string): Details {
  const [, ...pieces] = words.split(separator)
  const purpose: string[] = []
  const names: string[] = []
  let [kind, account] = ['', '']
  for (const piece of pieces) {
    const [code, value] = [Number(piece.slice(0, 2)), piece.slice(2)]
    if (!/^\d\d/.test(piece)) continue
    if (code === 0) kind = value
    else if ((code >= 20 && code <= 29) || (code >= 60 && code <= 63)) purpose.push(value)
    else if (code === 31) account = value
    else if (code === 32 || code === 33) names.push(value)
  }
  const payee = plainText(unwrapped(names, 27))
  const said = purposeIn(unwrapped(purpose, 27))
  return {
    text: joinedText([payee, said]) || plainText(kind),
    payee,
    counterAccount: plainText(account),
  }
}

/** The words of a SEPA payment: the text behind SVWZ+, up to the next of its marks; without such marks, everything. */
function purposeIn(words: string): string {
  const marks = [...words.matchAll(/\b(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g)]
  const index = marks.findIndex(([, mark]) => mark === 'SVWZ')
  const start = marks[index]
  if (start === undefined) return plainText(words)
  return plainText(words.slice(start.index + 5, marks[index + 1]?.index))
}

const KEYS =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|CNTP|MARF|CSID|ORDP|BENM|ULTC|ULTD|PURP|RTRN|PREF|TRCD|ISDT|EXCH|SVCL|OCMT|CHGS|ADDR|KREF|NRTX|ID)\//g

/** Without slashes at both ends; a loop, because a regular expression is quadratic for many slashes. */
function unslashed(words: string): string {
  let [start, end] = [0, words.length]
  while (words[start] === '/') start++
  while (end > start && words[end - 1] === '/') end--
  return words.slice(start, end)
}

function slashed(words: string): Details {
  const marks = [...words.matchAll(KEYS)]
  const fields = new Map<string, string>()
  for (const [index, { 0: whole, 1: key = '', index: at }] of marks.entries()) {
    const value = unslashed(words.slice(at + whole.length, marks[index + 1]?.index))
    if (!fields.has(key) && value !== '') fields.set(key, value)
  }
  // /CNTP/ has account, bank and name together.
  const [account = '', , name = ''] = (fields.get('CNTP') ?? '').split('/')
  const payee = plainText(fields.get('NAME') ?? name)
  const said = (fields.get('REMI') ?? '').replace(/^(USTD|STRD)\/+/, '')
  return {
    text: joinedText([payee, said]) || plainText(fields.get('TRTP')) || plainText(words),
    payee,
    counterAccount: plainText(fields.get('IBAN') ?? account),
  }
}
