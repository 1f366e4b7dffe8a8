import type { Day } from '../../../contract/day.ts'
import { type Later, later } from '../../../words/t.ts'
import type { Besides, FileAccount, FileCategory, LeftOutOfFile } from './besides.ts'
import { childOf, childrenOf, type Element, wordsAt } from './elements.ts'
import { currencyCodeOf, plainText, shortValue, sumText } from './file-values.ts'
import type { GnuCashSide } from './gnucash.ts'
import { makeShares } from './gnucash-numbers.ts'
import { folded } from './headings.ts'
import type { JournalAccountType } from './journal-rows.ts'
import { decimalWord, listWord } from './kept-sentences.ts'
import { type FileBalance, Unreadable } from './row.ts'

/** The types of GnuCash's accounts. An account for trading only balances currencies. */
const TYPES: Readonly<Record<string, JournalAccountType>> = {
  ASSET: 'asset',
  BANK: 'asset',
  CASH: 'asset',
  CHECKING: 'asset',
  SAVINGS: 'asset',
  MONEYMRKT: 'asset',
  STOCK: 'asset',
  MUTUAL: 'asset',
  CURRENCY: 'asset',
  RECEIVABLE: 'asset',
  LIABILITY: 'liability',
  CREDIT: 'liability',
  CREDITLINE: 'liability',
  PAYABLE: 'liability',
  EQUITY: 'equity',
  TRADING: 'equity',
  INCOME: 'income',
  EXPENSE: 'expense',
}

export type GnuCashAccount = {
  readonly id: string
  readonly line: number
  readonly name: string
  readonly parent: string
  readonly type: JournalAccountType
  readonly kind: string
  /** The currency that it is kept in; undefined if it holds a thing, whose name `commodity` has. */
  readonly currency: string | undefined
  readonly commodity: string
  readonly isHidden: boolean
  readonly isPlaceholder: boolean
  readonly isOpening: boolean
  /** Its name among those of its journal: a category and equity below their roots. */
  path: string
  readonly amounts: string[]
  readonly shares: ReturnType<typeof makeShares>
  lastDay: Day | undefined
  /** The currency that a thing was paid in, if it is one alone. */
  readonly paidIn: Set<string>
}

/** A chart has at most this many accounts, one within another this often. */
const MAX_ACCOUNTS = 20_000
const MAX_WITHIN = 50
/** Sums are made of so many amounts at once. */
const SUMMED = 1_000

/** The commodity that an element names: a currency, or a thing such as a share. */
export const commodityOf = (element: Element | undefined) => {
  const [space, id] = [wordsAt(element, 'space'), wordsAt(element, 'id')]
  return { id, currency: /^(?:CURRENCY|ISO4217)$/i.test(space) ? currencyCodeOf(id) : undefined }
}

export const isMoney = ({ type }: Pick<GnuCashAccount, 'type'>): boolean =>
  type === 'asset' || type === 'liability'

const isSet = (element: Element, key: string): boolean =>
  childrenOf(childOf(element, 'slots'), 'slot').some(
    (slot) => wordsAt(slot, 'key') === key && /^(?:true|1)$/i.test(wordsAt(slot, 'value')),
  )

/** Names of equity that openings stand against, in the languages of GnuCash's charts of accounts. */
const OPENING =
  /open|anfang|eroffnung|initia|iniziali|apertur|ouverture|abertura|poczatk|ingaende|inngaende|begin/

/** The accounts of a book. All of them stand before its transactions, and get their paths once the first of those comes. */
export function makeAccounts() {
  const byId = new Map<string, GnuCashAccount | 'root'>()
  const byPath = new Map<string, GnuCashAccount>()
  let isSettled = false

  const add = (element: Element) => {
    const [id, kind] = [wordsAt(element, 'id'), wordsAt(element, 'type').toUpperCase()]
    const name = plainText(wordsAt(element, 'name').replaceAll(':', ' '), 255)
    const refused = (sentence: Later): never => {
      throw new Unreadable(sentence)
    }
    const place = { line: element.line, account: shortValue(name) }
    if (isSettled)
      refused(later('Line {line}: the account "{account}" stands below the first transaction.', place))
    if (id === '') refused(later('Line {line}: the account "{account}" has no id.', place))
    if (byId.has(id))
      refused(later('Line {line}: the account "{account}" has the id of another account.', place))
    if (byId.size === MAX_ACCOUNTS)
      refused(
        later('Line {line}: the account "{account}" is one of more than {most, number} accounts.', {
          ...place,
          most: MAX_ACCOUNTS,
        }),
      )
    if (kind === 'ROOT') return byId.set(id, 'root')
    const type =
      TYPES[kind] ??
      refused(
        later('Line {line}: the account "{account}" has the type "{type}", which is not known.', {
          ...place,
          type: shortValue(kind),
        }),
      )
    const { id: commodity, currency } = commodityOf(childOf(element, 'commodity'))
    return byId.set(id, {
      id,
      line: element.line,
      name,
      parent: wordsAt(element, 'parent'),
      type,
      kind,
      currency,
      commodity,
      isHidden: isSet(element, 'hidden'),
      isPlaceholder: isSet(element, 'placeholder'),
      isOpening:
        OPENING.test(folded(name)) ||
        childrenOf(childOf(element, 'slots'), 'slot').some(
          (slot) => wordsAt(slot, 'key') === 'equity-type' && wordsAt(slot, 'value') === 'opening-balance',
        ),
      path: '',
      amounts: [],
      shares: makeShares(),
      lastDay: undefined,
      paidIn: new Set(),
    })
  }

  /** The account and those that it is within, the outermost first. */
  const around = (account: GnuCashAccount): GnuCashAccount[] => {
    const chain = [account]
    for (let one = account; one.parent !== ''; ) {
      const above = byId.get(one.parent)
      if (above === 'root') break
      if (above === undefined)
        throw new Unreadable(
          later('Line {line}: the account "{account}" is within an account that the file does not have.', {
            line: one.line,
            account: shortValue(one.name),
          }),
        )
      const place = { line: account.line, account: shortValue(account.name) }
      if (chain.includes(above))
        throw new Unreadable(later('Line {line}: the account "{account}" is within itself.', place))
      if (chain.length === MAX_WITHIN)
        throw new Unreadable(
          later('Line {line}: the account "{account}" is within more than {most} others.', {
            ...place,
            most: MAX_WITHIN,
          }),
        )
      chain.unshift(above)
      one = above
    }
    return chain
  }

  const settle = () => {
    if (isSettled) return
    isSettled = true
    for (const account of byId.values()) {
      if (account === 'root') continue
      const chain = around(account)
      const [top] = chain
      const { type, kind } = account
      // The chart's own heads, as Expenses, hold everything of their type and say nothing more.
      const isHead = chain.length > 1 && top?.type === type && (top.isPlaceholder || isOnlyTop(top))
      const names = chain.slice(isMoney(account) || !isHead ? 0 : 1).map(({ name }) => name)
      if (kind === 'TRADING') names.unshift('equity', 'trading')
      else if (type === 'equity') names.unshift('equity', ...(account.isOpening ? ['opening'] : []))
      else if (type === 'income') names.unshift('Income')
      else if (type === 'expense') names.unshift('Expenses')
      const path = plainText(names.join(':'), 240)
      account.path = path
      for (let twin = 2; byPath.has(account.path); twin++) account.path = `${path} (${twin})`
      byPath.set(account.path, account)
    }
  }
  const tops = new Map<JournalAccountType, number>()
  const isOnlyTop = ({ type }: GnuCashAccount): boolean => {
    if (tops.size === 0)
      for (const account of byId.values())
        if (account !== 'root' && (account.parent === '' || byId.get(account.parent) === 'root'))
          tops.set(account.type, (tops.get(account.type) ?? 0) + 1)
    return tops.get(type) === 1
  }

  const all = () => [...byPath.values()]
  const used = () => all().filter((account) => isMoney(account) && account.lastDay !== undefined)
  const totalOf = ({ amounts }: GnuCashAccount) => sumText(amounts)

  return {
    add,
    settle,
    find(id: string): GnuCashAccount | undefined {
      settle()
      const account = byId.get(id)
      return account === 'root' ? undefined : account
    },
    typeOf: (path: string) => byPath.get(path)?.type,
    /** Notes that a side of a transaction is read. */
    count(
      { account, posting, shares }: { account: GnuCashAccount; posting: GnuCashSide; shares: string },
      date: Day,
    ) {
      if (shares !== '') {
        account.shares.add(shares)
        account.paidIn.add(posting.weight.currency ?? '')
      }
      account.amounts.push(posting.quantity.amount)
      if (account.amounts.length === SUMMED) account.amounts.splice(0, SUMMED, totalOf(account))
      if (account.lastDay === undefined || date > account.lastDay) account.lastDay = date
    },
    /** The balance of each account after its last transaction, in its own currency; shares at their cost. */
    balances: (): FileBalance[] =>
      used().flatMap((account) => {
        const [only] = account.paidIn.size === 1 ? account.paidIn : []
        const currency = account.currency ?? only
        return currency === undefined || account.lastDay === undefined
          ? []
          : [{ account: account.path, date: account.lastDay, amount: totalOf(account), currency }]
      }),
    /** Accounts and categories, also those that no transaction has. */
    described(): Pick<Besides, 'accounts' | 'groups'> {
      const shown = all().filter(({ isPlaceholder, lastDay }) => !isPlaceholder || lastDay !== undefined)
      return {
        accounts: shown.filter(isMoney).map(
          ({ path, type, currency, isHidden }): FileAccount => ({
            name: path,
            type: type === 'liability' ? 'liability' : 'asset',
            ...(currency && { currency }),
            ...(isHidden && { is_closed: true }),
          }),
        ),
        groups: shown
          .filter(({ type }) => type === 'income' || type === 'expense')
          .map(
            ({ path, type, isHidden }): FileCategory => ({
              kind: type === 'income' ? 'income' : 'expense',
              name: path.slice(path.indexOf(':') + 1),
              ...(isHidden && { is_hidden: true }),
            }),
          ),
      }
    },
    /** Shares and other things, whose number has no place in a book of Florin. */
    things: (): LeftOutOfFile[] =>
      used()
        .filter(({ currency, shares }) => currency === undefined && !shares.isZero())
        .map((account) => ({
          kind: 'other',
          name: later('{number} {things} in {account}', {
            number: decimalWord(account.shares.text()),
            things: account.commodity,
            account: account.path,
          }),
          why: later(
            'Florin does not count shares. The account has them at what they cost, {amount} {currencies}.',
            { amount: decimalWord(totalOf(account)), currencies: listWord([...account.paidIn]) },
          ),
        })),
  }
}
