import { type Later, later } from '../../../words/t.ts'
import type { Besides, FileAccount, FileCategory } from './besides.ts'
import { plainText } from './file-values.ts'
import type { Journal } from './journal.ts'
import type { BookNames } from './journal-book.ts'
import { CATEGORY_ROOTS, isRoot } from './journal-roots.ts'
import type { JournalAccountType } from './journal-rows.ts'
import { isOpeningName } from './opening-words.ts'

/** The accounts of hledger's or Ledger's journal, and what they are called in the book: accounts as they are written, categories without their root. */

type PlainName = { readonly name: string; readonly type: JournalAccountType }
export type JournalNames = BookNames & {
  typeOf(name: string): JournalAccountType | undefined
  described(): Pick<Besides, 'accounts' | 'groups' | 'left_out'>
}

/** An account of income in every book of Florin, which is no category. */
const OF_EVERY_BOOK = 'Income:Exchange gains and losses'

/** Florin's own journal has an account for differences beside another, also one that no difference is left for. */
const BESIDE = ':Exchange differences'
const MAX_NAME = 255

const readAs = (account: string, type: JournalAccountType): Later =>
  later(
    '{type, select, asset {Nothing in the journal says what it is, so it is read as an account.} liability {Nothing in the journal says what it is, so it is read as a debt.} equity {Nothing in the journal says what it is, so it is read as equity.} income {Nothing in the journal says what it is, so it is read as a category of income, since money only comes from there.} other {Nothing in the journal says what it is, so it is read as a category of spending, since money only goes there.}} A line "account {account}  ; type:X" would say it (A asset, L liability, E equity, R income, X expense).',
    { type, account },
  )

export function makeNames(
  { roots, declared }: Pick<Journal, 'roots' | 'declared'>,
  isOwn: boolean,
): JournalNames {
  const known = new Map<string, PlainName>()
  const types = new Map<string, JournalAccountType>()

  const ownAccount = (account: string): string =>
    roots.ownNameOf(account) ?? account.slice(account.indexOf(':') + 1)
  /** Whether no other account of an own journal has the name: accounts of one name keep their paths. */
  let twins: ReadonlyMap<string, readonly string[]> | undefined
  const isAlone = (account: string): boolean => {
    twins ??= Map.groupBy(
      [...declared].filter((one) => ['asset', 'liability'].includes(roots.typeOf(one))),
      (one) => ownAccount(one).toLowerCase(),
    )
    return (twins.get(ownAccount(account).toLowerCase())?.length ?? 1) === 1
  }

  /** A category as Florin's own journal has it: below its group, if that is declared, with the names that are not in the path. */
  const ownCategory = (account: string, below: string): string => {
    const [root = '', first = '', ...rest] = account.split(':')
    const group = `${root}:${first}`
    const own = roots.ownNameOf(account)
    return rest.length > 0 && declared.has(group)
      ? `${roots.ownNameOf(group) ?? first}:${own ?? rest.join(':')}`
      : (own ?? below)
  }

  function nameIn(account: string, type: JournalAccountType): string {
    const parts = account.split(':')
    const below = parts.length > 1 && isRoot(parts[0] ?? '') ? parts.slice(1).join(':') : account
    const isMoney = type === 'asset' || type === 'liability'
    if (type === 'equity') return account
    if (isOwn && isMoney) return isAlone(account) ? ownAccount(account) : account
    if (isMoney) return account
    return `${CATEGORY_ROOTS[type]}:${isOwn ? ownCategory(account, below) : below}`
  }

  const nameOf = (account: string): PlainName => {
    const found = known.get(account)
    if (found) return found
    const type = roots.typeOf(account)
    const named = { name: plainText(nameIn(account, type), MAX_NAME), type }
    known.set(account, named)
    types.set(named.name, type)
    return named
  }

  return {
    nameOf,
    isOpening: isOpeningName,
    typeOf: (name) => types.get(name) ?? roots.typeOf(name),
    /** Accounts and categories, also those that are only declared, and those of which the journal does not say what they are. */
    described() {
      const used = [...known.keys()]
      const isAbove = new Set<string>()
      for (const account of [...declared, ...used])
        for (let at = account.lastIndexOf(':'); at > 0; at = account.lastIndexOf(':', at - 1))
          isAbove.add(account.slice(0, at))
      const alone = [...declared].filter(
        (account) =>
          !known.has(account) &&
          !isAbove.has(account) &&
          roots.isProven(account) &&
          !(isOwn && account.endsWith(BESIDE)),
      )
      const accounts: FileAccount[] = []
      const groups: FileCategory[] = []
      for (const { name, type } of [...used, ...alone].map(nameOf))
        if (isOwn && name === OF_EVERY_BOOK) continue
        else if (type === 'asset' || type === 'liability') accounts.push({ name, type })
        else if (type !== 'equity') groups.push({ kind: type, name: name.slice(name.indexOf(':') + 1) })
      const guessed = used
        .filter((account) => !roots.isProven(account))
        .map((account) => ({
          kind: 'other' as const,
          name: account,
          why: readAs(account, roots.typeOf(account)),
        }))
      return { accounts, groups, left_out: guessed }
    },
  }
}
