import type { JournalAccountType } from './journal-rows.ts'
import { isOpeningName } from './opening-words.ts'

/** The type of an account of hledger's or Ledger's journal: declared, or known by the first part of its name, or by what is posted to it. */

const LETTERS: Readonly<Record<string, JournalAccountType>> = {
  a: 'asset',
  c: 'asset',
  l: 'liability',
  e: 'equity',
  v: 'equity',
  r: 'income',
  x: 'expense',
}
const WORDS: Readonly<Record<string, JournalAccountType>> = {
  asset: 'asset',
  cash: 'asset',
  liability: 'liability',
  equity: 'equity',
  conversion: 'equity',
  revenue: 'income',
  income: 'income',
  expense: 'expense',
}

/** A type as `type:` of an account's comment names it: by its letter or its word. */
export const typeNamed = (word: string): JournalAccountType | undefined => {
  const lower = word.toLowerCase()
  return LETTERS[lower] ?? WORDS[lower]
}

/** First parts of names, in the languages that journals are found in. */
const ROOTS: readonly (readonly [JournalAccountType, RegExp])[] = [
  [
    'asset',
    /^(?:assets?|aktiva|vermögen|actifs?|activos?|activa|bezittingen|attività|attivi|ativos?|aktywa|tillgångar|активы|资产|資產)$/iu,
  ],
  [
    'liability',
    /^(?:debts?|liabilit(?:y|ies)|verbindlichkeit(?:en)?|schulden|passiva|passifs?|dettes?|pasivos?|deudas?|passività|debiti|passivos?|dívidas?|pasywa|zobowiązania|skulder|обязательства|пассивы|负债|負債)$/iu,
  ],
  [
    'equity',
    /^(?:equity|eigenkapital|capitaux(?: propres)?|patrimonio|capital|capitale|patrimônio|eigen vermogen|kapitał|eget kapital|капитал|权益|权益类|所有者权益|權益)$/iu,
  ],
  [
    'income',
    /^(?:incomes?|revenues?|einnahmen|einkommen|erträge?|revenus?|recettes?|produits?|ingresos?|entrate|ricavi|receitas?|rendimentos?|inkomsten|przychody|dochody|inkomster|intäkter|доходы|收入)$/iu,
  ],
  [
    'expense',
    /^(?:expenses?|ausgaben|aufwand|aufwendungen|kosten|dépenses?|charges?|gastos?|spese|uscite|despesas?|gastos|uitgaven|wydatki|koszty|utgifter|kostnader|расходы|支出|费用|費用)$/iu,
  ],
]

/** Words within a name that say what an account without a known first part is. */
const HINTS: readonly (readonly [JournalAccountType, RegExp])[] = [
  ['equity', /equity|conversion/i],
  ['liability', /loan|mortgage|credit|visa|master ?card|amex|kredit|darlehen|prêt|hypothe/i],
  [
    'asset',
    /bank|cash|che(?:ck|que?)|saving|wallet|giro|konto|kasse|bargeld|\bbar\b|paypal|broker|depot|receivable|forderung|cuenta|compte/i,
  ],
]

/** How often money came to an account, or to those below a first part, and how often it left. */
type Directions = { to: number; from: number }

const isMoney = (type: JournalAccountType | undefined) => type === 'asset' || type === 'liability'
const MAX_UNKNOWN = 50_000

/** Nine of ten postings in one direction make a category. */
const MOST = 0.9

export type Roots = ReturnType<typeof makeRoots>

export function makeRoots() {
  const declared = new Map<string, JournalAccountType>()
  const seen = new Map<string, Directions>()
  /** Transactions without an account that is known to have money. */
  const unknown: { readonly from: readonly string[]; readonly to: readonly string[] }[] = []
  const known = new Map<string, JournalAccountType>()
  const ownNames = new Map<string, string>()

  const byRoot = new Map<string, JournalAccountType | undefined>()
  const typeOfRoot = (root: string): JournalAccountType | undefined => {
    if (!byRoot.has(root)) byRoot.set(root, ROOTS.find(([, pattern]) => pattern.test(root))?.[0])
    return byRoot.get(root)
  }

  /** By what the journal says itself. */
  function provenOf(account: string): JournalAccountType | undefined {
    for (let name = account; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf(':'), 0))) {
      const type = declared.get(name)
      if (type !== undefined) return type
    }
    return typeOfRoot(rootOf(account))
  }

  const directionOf = (name: string): JournalAccountType | undefined => {
    const { to, from } = seen.get(name) ?? { to: 0, from: 0 }
    const most = (to + from) * MOST
    if (to > 0 && to >= most) return 'expense'
    return from > 0 && from >= most ? 'income' : undefined
  }
  const hintOf = (account: string): JournalAccountType | undefined =>
    account.split(':').map(typeOfRoot).find(Boolean) ??
    (isOpeningName(account) ? 'equity' : HINTS.find(([, pattern]) => pattern.test(account))?.[0])
  const guessOf = (account: string): JournalAccountType => {
    const guess = hintOf(account) ?? directionOf(rootOf(account)) ?? directionOf(account) ?? 'asset'
    return (guess === 'income' || guess === 'expense') && holders().has(account) ? 'asset' : guess
  }

  /** Accounts that must hold money, since their transactions have no other one. */
  let found: Set<string> | undefined
  function holders(): Set<string> {
    if (found) return found
    found = new Set()
    for (const { from, to } of unknown)
      if (![...from, ...to].some((account) => isMoney(hintOf(account) ?? directionOf(account) ?? 'asset'))) {
        const isEarned = from.some((account) => provenOf(account) !== undefined)
        for (const account of isEarned ? to : from) found.add(account)
      }
    return found
  }

  const typeOf = (account: string): JournalAccountType => {
    const found = known.get(account)
    if (found) return found
    const type = provenOf(account) ?? guessOf(account)
    known.set(account, type)
    return type
  }

  return {
    declare: (account: string, type: JournalAccountType) => void declared.set(account, type),
    /** The name that Florin's own journal gives for a path. */
    nameOwn: (path: string, name: string) => void ownNames.set(path, name),
    ownNameOf: (path: string): string | undefined => ownNames.get(path),
    /** Notes the accounts that money came from and went to in a transaction, before any type is asked for. */
    note(from: readonly string[], to: readonly string[]): void {
      const isKnown = (account: string) => typeOfRoot(rootOf(account)) !== undefined
      const all = [...from, ...to]
      if (all.every(isKnown)) return
      if (unknown.length < MAX_UNKNOWN && !all.some((account) => isMoney(provenOf(account))))
        unknown.push({ from, to })
      const raise = (account: string, way: keyof Directions) => {
        for (const name of new Set([account, rootOf(account)])) {
          const one = seen.get(name) ?? { to: 0, from: 0 }
          one[way]++
          seen.set(name, one)
        }
      }
      for (const account of from) raise(account, 'from')
      for (const account of to) raise(account, 'to')
    },
    typeOf,
    isProven: (account: string): boolean => provenOf(account) !== undefined,
  }
}

/** Whether a first part of a name says what the account is. */
export const isRoot = (part: string): boolean => ROOTS.some(([, pattern]) => pattern.test(part))

/** The roots that categories have while the rows of a file are made. */
export const CATEGORY_ROOTS = { income: 'Income', expense: 'Expenses' } as const

const rootOf = (account: string): string => account.split(':', 1)[0] ?? ''
