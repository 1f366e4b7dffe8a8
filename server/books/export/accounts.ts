import type { AccountType } from '../../records/account.ts'
import { oneLine } from './text.ts'

export type JournalAccount = {
  id: string
  name: string
  code: string
  type: AccountType
  role: string | null
  /** The account of the group that its category stands in. */
  parent: string | null
}

/** The naming of accounts in a program: the roots, and the form that a name must have. */
export type Naming = {
  roots: Record<AccountType, string>
  /** A name as one part of an account's path. */
  part: (name: string) => string
  /** Whether a path that begins with this word is one of this type: names that came from a journal are paths, as `Assets:Bank:Checking`. */
  isRoot: (word: string, type: AccountType) => boolean
}

/** The roots by which hledger knows types, in capitals or not. */
const PLAIN_ROOTS: Record<AccountType, RegExp> = {
  asset: /^assets?$/i,
  liability: /^(debts?|liabilit(y|ies))$/i,
  equity: /^equity$/i,
  income: /^(income|revenue)s?$/i,
  expense: /^expenses?$/i,
}

/** hledger and Ledger: any text without a colon, which separates parts, and without two blanks or a semicolon, which end a name. */
export const plainNames: Naming = {
  roots: {
    asset: 'assets',
    liability: 'liabilities',
    equity: 'equity',
    income: 'income',
    expense: 'expenses',
  },
  part: (name) => oneLine(name.replaceAll(':', '-').replaceAll(';', ',')),
  isRoot: (word, type) => PLAIN_ROOTS[type].test(word),
}

/** Beancount: letters, digits and hyphens, of which the first is a capital letter or a digit. */
export const strictNames: Naming = {
  roots: {
    asset: 'Assets',
    liability: 'Liabilities',
    equity: 'Equity',
    income: 'Income',
    expense: 'Expenses',
  },
  part(name) {
    const kept = name
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
    const capital = kept.replace(/^\p{L}/u, (letter) => {
      const upper = letter.toUpperCase()
      return /^\p{Lu}$/u.test(upper) ? upper : letter
    })
    return capital === '' || /^[\p{Lu}\p{Nd}]/u.test(capital) ? capital : `X-${capital}`
  },
  isRoot: (word, type) => word === strictNames.roots[type],
}

/** The account beside another that takes differences in the base currency alone, which have no amount in that account's currency. */
export const DIFFERENCES = 'Exchange differences'

/**
 * The path of each account, by its id; below that of its group, if it has one. Accounts of the same path also have their code in it, and a number
 * if that path is another account's.
 */
export function pathsOf(accounts: readonly JournalAccount[], usual: Naming): Map<string, string> {
  const naming = hasCapitals(accounts, usual) ? { ...usual, roots: strictNames.roots } : usual
  const ids = new Set(accounts.map(({ id }) => id))
  const isMember = ({ parent }: JournalAccount) => parent !== null && ids.has(parent)
  const above = namedBelow(
    accounts.filter((one) => !isMember(one)),
    naming,
    ({ type }) => naming.roots[type],
  )
  const differences = [...above.values()].map((path) => `${path}:${naming.part(DIFFERENCES)}`)
  const below = namedBelow(
    accounts.filter(isMember),
    naming,
    ({ parent }) => above.get(parent ?? '') ?? '',
    new Set([...differences, ...above.values()]),
  )
  return new Map([...above, ...below])
}

/** Whether the book's own accounts have names from a journal whose roots begin with capitals: then all of its roots do. */
function hasCapitals(accounts: readonly JournalAccount[], naming: Naming): boolean {
  const rooted = accounts.filter(
    (one) => (one.type === 'asset' || one.type === 'liability') && isRooted(one, naming),
  )
  return rooted.length > 0 && rooted.every(({ name }) => /^\p{Lu}/u.test(name))
}

/** Whether all parts of a name are fit to be parts of a path. */
function isPath({ name }: JournalAccount, { part }: Naming): boolean {
  const parts = name.split(':')
  const areFit = parts.length > 1 && parts.every((one) => one !== '' && part(one) === one)
  return areFit && parts.at(-1) !== part(DIFFERENCES)
}

/** Whether a name is a path from the root of its type on. */
const isRooted = (one: JournalAccount, naming: Naming): boolean =>
  one.parent === null && isPath(one, naming) && naming.isRoot(one.name.split(':', 1)[0] ?? '', one.type)

/** The path of an account below another. A name that is a path itself stays as it is. */
function pathOf(account: JournalAccount, naming: Naming, above: string): string {
  const { name, code } = account
  if (isRooted(account, naming)) return name
  return `${above}:${isPath(account, naming) ? name : naming.part(name) || naming.part(code)}`
}

function namedBelow(
  accounts: readonly JournalAccount[],
  naming: Naming,
  above: (account: JournalAccount) => string,
  others: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const { part } = naming
  const paths = accounts.map((account) => pathOf(account, naming, above(account)))
  const counts = Map.groupBy(paths, (path) => path)
  const taken = new Set([...paths, ...others])
  return new Map(
    accounts.map(({ id, code }, index) => {
      const path = paths[index] ?? ''
      if (counts.get(path)?.length === 1 && !others.has(path)) return [id, path]
      const withCode = `${path}-${part(code)}`
      let unique = withCode
      for (let n = 2; taken.has(unique); n++) unique = `${withCode}-${n}`
      taken.add(unique)
      return [id, unique]
    }),
  )
}
