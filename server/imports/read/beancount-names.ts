import type { Day } from '../../../contract/day.ts'
import type { BeancountFile } from './beancount-index.ts'
import type { Besides, FileAccount, FileCategory } from './besides.ts'
import { currencyCodeOf, plainText, quotedValue } from './file-values.ts'
import { isNot } from './journal-fault.ts'
import type { JournalAccountType } from './journal-rows.ts'
import { isOpeningName } from './opening-words.ts'

/** The accounts of a file, and what they are called in the book. */

const ROOTS: Readonly<Record<JournalAccountType, string>> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
}
export type BeancountName = { readonly name: string; readonly type: JournalAccountType }
type Opened = { readonly currencies: readonly string[]; readonly own: string; closed: Day | undefined }

/** Florin's own journal has an account for differences beside another, also one that no difference is left for. */
const BESIDE = ':Exchange-differences'
/** An account may be closed on a day to come. */
const isPast = (day: Day | undefined): boolean =>
  day !== undefined && day <= Temporal.Now.plainDateISO().toString()

const MAX_NAME = 240

export function makeNames({ roots, opening }: BeancountFile, isOwn: boolean) {
  const opened = new Map<string, Opened>()
  const used = new Set<string>()
  const known = new Map<string, BeancountName>()
  const types = new Map<string, JournalAccountType>()
  let twins: ReadonlyMap<string, number> | undefined

  const typeOf = (account: string): JournalAccountType =>
    roots.get(account.slice(0, account.indexOf(':'))) ??
    isNot(`${quotedValue(account)} is not below ${[...roots.keys()].join(', ')}.`)

  /** The parts of a name below its root, as Florin's own journal names them, where it is one. */
  const partsOf = (account: string): string[] => {
    const [root = '', first = '', ...rest] = account.split(':')
    if (!isOwn) return [first, ...rest]
    const group = rest.length > 0 ? opened.get(`${root}:${first}`) : undefined
    const own = opened.get(account)?.own
    return group ? [group.own || first, own || rest.join(':')] : [own || [first, ...rest].join(':')]
  }
  const isAlone = (name: string): boolean => {
    twins ??= new Map(
      [...Map.groupBy(opened.values(), ({ own }) => own)].map(([own, all]) => [own, all.length]),
    )
    return twins.get(name) === 1
  }

  const nameOf = (account: string): BeancountName => {
    used.add(account)
    const found = known.get(account)
    if (found) return found
    const type = typeOf(account)
    const { own = '' } = opened.get(account) ?? {}
    const isMoney = type === 'asset' || type === 'liability'
    const name = plainText(
      isMoney && isOwn && own !== '' && isAlone(own)
        ? own
        : `${ROOTS[type]}:${isMoney ? account.slice(account.indexOf(':') + 1) : partsOf(account).join(':')}`,
      MAX_NAME,
    )
    const named = { name, type }
    known.set(account, named)
    types.set(name, type)
    return named
  }

  const described = () =>
    [...opened].flatMap(([account, facts]) => {
      const isUsed = used.has(account)
      const isLeft = !isUsed && (isGroup.has(account) || (isOwn && account.endsWith(BESIDE)))
      return isLeft || !roots.has(account.slice(0, account.indexOf(':')))
        ? []
        : [{ ...facts, ...nameOf(account) }]
    })
  /** Accounts that others are below. */
  const isGroup = new Set<string>()

  return {
    nameOf,
    typeOf: (name: string): JournalAccountType | undefined =>
      types.get(name) ??
      (Object.entries(ROOTS).find(([, root]) => name.startsWith(`${root}:`))?.[0] as
        | JournalAccountType
        | undefined), // a key of ROOTS
    isOpening: (name: string): boolean => name === `Equity:${opening}` || isOpeningName(name),
    open(account: string, currencies: readonly string[], own: string): void {
      if (!opened.has(account)) opened.set(account, { currencies, own, closed: undefined })
      for (let at = account.lastIndexOf(':'); at > 0; at = account.lastIndexOf(':', at - 1))
        isGroup.add(account.slice(0, at))
    },
    close(account: string, date: Day): void {
      const one = opened.get(account)
      if (one) one.closed = date
    },
    /** Accounts and categories, also those that no transaction has. */
    described: (): Pick<Besides, 'accounts' | 'groups'> => {
      const all = described()
      return {
        accounts: all.flatMap(({ name, type, closed, currencies }): FileAccount[] => {
          if (type !== 'asset' && type !== 'liability') return []
          const [only, another] = currencies
          const currency = another === undefined ? currencyCodeOf(only) : undefined
          return [{ name, type, ...(currency && { currency }), ...(isPast(closed) && { is_closed: true }) }]
        }),
        groups: all.flatMap(({ name, type, closed }): FileCategory[] =>
          type === 'income' || type === 'expense'
            ? [
                {
                  kind: type,
                  name: name.slice(name.indexOf(':') + 1),
                  ...(isPast(closed) && { is_hidden: true }),
                },
              ]
            : [],
        ),
      }
    },
  }
}
export type BeancountNames = ReturnType<typeof makeNames>
