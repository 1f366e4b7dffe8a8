import type { Day } from '../../../contract/day.ts'
import {
  bad,
  decimalsOrTwo,
  filled,
  isZero,
  joinedText,
  MAX_NOTES,
  negated,
  plainText,
  quotedValue,
  rounded,
  sumText,
} from './file-values.ts'
import { isOpeningName } from './opening-words.ts'
import type { BadRow, FileRow } from './row.ts'

/** An amount as text, in a currency; undefined if the file has none: then that of the account applies. */
export type Quantity = { readonly amount: string; readonly currency: string | undefined }

/** A posting. `weight` is what it balances with: its cost, its price, or itself. */
export type JournalPosting = {
  readonly line: number
  readonly account: string
  readonly quantity: Quantity
  readonly weight: Quantity
  readonly memo: string
}

export type JournalTransaction = {
  readonly line: number
  readonly date: Day
  readonly description: string
  readonly code: string
  /** The transaction's own id in the journal. */
  readonly reference?: string
  readonly comments: readonly string[]
  readonly postings: readonly JournalPosting[]
}

export type JournalAccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'

/** A posting with all its facts. */
type TypedPosting = {
  readonly account: string
  readonly type: JournalAccountType
  readonly amount: string
  readonly currency: string | undefined
  readonly weight: Quantity
  readonly memo: string
}

/** Thrown for a transaction that rows cannot express; the message says why. */
class NotExpressible extends Error {}
const cannot = (message: string): never => {
  throw new NotExpressible(message)
}

/**
 * The rows of a transaction, as seen from one of its accounts: a row for its categories of one kind and sign, and one for each other account that
 * money went to or came from. Together they are the transaction.
 */
export function rowsOfTransaction(
  transaction: JournalTransaction,
  typeOf: (account: string) => JournalAccountType | undefined,
): (FileRow | BadRow)[] {
  const { line, description } = transaction
  try {
    const legs = legsOf(transaction.postings, typeOf)
    const base = baseOf(transaction)
    return rowsOfLegs(base, legs)
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error
    return [bad(0, line, description || 'No text', ['text', error.message])]
  }
}

/** The postings with their types. */
function legsOf(
  postings: readonly JournalPosting[],
  typeOf: (account: string) => JournalAccountType | undefined,
): TypedPosting[] {
  if (postings.length === 0) cannot('the transaction has no postings.')
  const legs = postings.map(({ account, quantity, weight, memo }): TypedPosting => {
    const type = typeOf(account) ?? cannot(`nothing says what ${quotedValue(account)} is.`)
    return { account, type, ...quantity, weight, memo }
  })
  checkBalance(weightsOf(postings.map(({ weight }) => weight)))
  return legs.filter(({ amount }) => !isZero(amount))
}

/** The sum of weights in each currency, with the most decimals that the currency has there. */
function weightsOf(weights: readonly Quantity[]): Map<string | undefined, string> {
  const parts = Map.groupBy(weights, ({ currency }) => currency)
  return new Map(
    [...parts].map(([currency, all]) => [
      currency,
      rounded(sumText(all.map(({ amount }) => amount)), decimalsOrTwo(currency)),
    ]),
  )
}

/** Rounded prices may leave less than the smallest unit. */
function checkBalance(sums: ReadonlyMap<string | undefined, string>): void {
  const left = [...sums].filter(([, sum]) => !isZero(sum))
  if (left.length === 0) return
  cannot(
    `the postings do not balance: ${left.map(([currency, sum]) => `${sum} ${currency ?? ''}`.trim()).join(' and ')} is left.`,
  )
}

type Base = Pick<FileRow, 'n' | 'line' | 'date' | 'text' | 'payee' | 'reference' | 'tags' | 'notes'>

function baseOf({ line, date, description, code, comments, reference }: JournalTransaction): Base {
  const [payee = ''] = description.split('|', 1)
  const { tags, words } = tagsIn(comments)
  return {
    n: 0,
    line,
    date,
    text: joinedText(description.split('|', 2)) || words.slice(0, 200) || 'No text',
    ...filled({ payee, reference, notes: [code === '' ? '' : `Code ${code}.`, words].join(' ') }),
    ...(tags.length === 0 ? {} : { tags }),
  }
}

/** The tags in comments, `trip:` or `trip: Rome, paid by: me` or ledger's `:trip:rome:`, and the words that are not tags. */
function tagsIn(comments: readonly string[]): { tags: string[]; words: string } {
  const tags: string[] = []
  const words: string[] = []
  for (const comment of comments)
    for (const part of comment.split(',')) {
      const [, name, value = ''] = /(?:^|\s)([^\s:,]+):(?:\s+(.*)|)$/s.exec(part) ?? []
      if (/^\s*(:[^\s:]+)+:\s*$/.test(part)) tags.push(...part.trim().split(':'))
      else if (name === undefined) words.push(part)
      else {
        const isDay = /^date2?$/.test(name) // of a single posting: the transaction's day counts
        words.push(isDay ? part : part.slice(0, part.lastIndexOf(`${name}:`)))
        if (!isDay && name !== 'type') tags.push(value.trim() === '' ? name : `${name}: ${value.trim()}`)
      }
    }
  const unique = new Set(tags.map((tag) => plainText(tag, 50)).filter((tag) => tag !== ''))
  return {
    tags: [...unique].slice(0, 20),
    words: plainText(
      words
        .map((one) => one.trim())
        .filter(Boolean)
        .join(', '),
      MAX_NOTES,
    ),
  }
}

const isMoney = ({ type }: TypedPosting): boolean => type === 'asset' || type === 'liability'

function rowsOfLegs(base: Base, legs: readonly TypedPosting[]): FileRow[] {
  const money = legs.filter(isMoney)
  const others = legs.filter((leg) => !isMoney(leg))
  const equity = others.find(({ type }) => type === 'equity')
  if (money.length === 0) cannot('none of its postings is below assets or liabilities.')
  if (equity !== undefined) return openingsOf(base, money, others)
  if (others.length === 0 && money.length === 2) return [transferOf(base, money)]
  const [only] = others
  // One category that several accounts paid for.
  if (others.length === 1 && only !== undefined && isOneSided(money))
    return money.map((leg) => {
      const notes = withMemo({ ...base, ...notesOf(base, only, leg) }, leg)
      return { ...rowBase(base, leg), ...goalOf(only), ...notes }
    })
  return seenFromMain(base, money, others)
}

const isOneSided = (legs: readonly TypedPosting[]): boolean =>
  new Set(legs.map(({ amount }) => amount.startsWith('-'))).size === 1

const rowBase = (
  base: Base,
  { account, amount, currency }: Pick<TypedPosting, 'account' | 'amount' | 'currency'>,
): FileRow => ({
  ...base,
  account,
  amount,
  ...(currency === undefined ? {} : { currency }),
})

const goalOf = ({ account, type }: TypedPosting): Pick<FileRow, 'category' | 'category_kind'> => ({
  category: categoryOf(account),
  category_kind: type === 'income' ? 'income' : 'expense',
})

/** The name of a category: without the root of its kind, as in "Food:Groceries". */
const categoryOf = (account: string): string =>
  plainText(
    /^(expenses?|income|revenues?):./i.test(account) ? account.slice(account.indexOf(':') + 1) : account,
    255,
  )

/** Notes the original amount of a leg in another currency. */
const notesOf = (base: Base, leg: TypedPosting, own: TypedPosting): Pick<FileRow, 'notes'> =>
  leg.currency === own.currency
    ? {}
    : filled({
        notes: [base.notes ?? '', `Originally ${leg.amount.replace('-', '')} ${leg.currency ?? ''}.`].join(
          ' ',
        ),
      })

/** Notes with the words of a posting that no split shows. Of two postings, the notes have them already. */
const withMemo = ({ notes = '' }: Pick<FileRow, 'notes'>, { memo }: TypedPosting): Pick<FileRow, 'notes'> =>
  filled({ notes: notes.includes(memo) ? notes : joinedText([notes, memo]) })

/** Opening balances: a row for each account. */
function openingsOf(base: Base, money: readonly TypedPosting[], others: readonly TypedPosting[]): FileRow[] {
  const other = others.find(({ type, account }) => type !== 'equity' || !isOpeningName(account))
  if (other !== undefined)
    cannot(
      `${quotedValue(other.account)} is equity; of equity, only opening balances (such as equity:opening) are read.`,
    )
  return money.map((leg) => ({ ...rowBase(base, leg), is_opening: true as const, ...withMemo(base, leg) }))
}

/** A transfer, from the account that the money left. */
function transferOf(base: Base, money: readonly TypedPosting[]): FileRow {
  const from =
    money.find(({ amount }) => amount.startsWith('-')) ??
    cannot('money only arrives, and does not leave any account.')
  const to = money.find((leg) => leg !== from) ?? from
  if (to.amount.startsWith('-')) cannot('money only leaves, and does not arrive in any account.')
  if (to.account === from.account) cannot(`both postings are of ${quotedValue(to.account)}.`)
  return { ...rowBase(base, from), ...arrivalOf(to, from.currency) }
}

const arrivalOf = (
  to: TypedPosting,
  currency: string | undefined,
): Pick<FileRow, 'to_account' | 'to_amount' | 'to_currency'> => ({
  to_account: to.account,
  ...(to.currency === undefined || to.currency === currency
    ? {}
    : { to_amount: to.amount, to_currency: to.currency }),
})

/** All postings as seen from the account with the largest amount. */
function seenFromMain(
  base: Base,
  money: readonly TypedPosting[],
  others: readonly TypedPosting[],
): FileRow[] {
  const [main] = money
    .filter(({ currency, weight }) => currency === weight.currency)
    .sort((a, b) => compare(sizeOf(b), sizeOf(a)))
  if (main === undefined)
    return cannot('each of its accounts has a price, so no account can be the main one.')
  const { currency } = main
  const decimals = decimalsOrTwo(currency)
  const part = (leg: TypedPosting) => negated(rounded(leg.weight.amount, decimals))
  const rows: FileRow[] = []
  for (const group of Map.groupBy(others, (leg) => `${leg.type} ${leg.amount.startsWith('-')}`).values()) {
    const [first] = group
    if (first === undefined) continue
    const amount = sumText(group.map(part))
    if (group.length === 1)
      rows.push({
        ...rowBase(base, { ...main, amount }),
        ...goalOf(first),
        ...withMemo({ ...base, ...notesOf(base, first, main) }, first),
      })
    else
      rows.push({
        ...rowBase(base, { ...main, amount }),
        category_kind: first.type === 'income' ? 'income' : 'expense',
        splits: group.map((leg) => ({
          category: categoryOf(leg.account),
          amount: part(leg),
          ...filled({ memo: leg.memo }),
        })),
      })
  }
  for (const leg of money)
    if (leg !== main) {
      if (leg.account === main.account) return cannot(`two postings are of ${quotedValue(leg.account)}.`)
      rows.push({
        ...rowBase(base, { ...main, amount: part(leg) }),
        ...arrivalOf(leg, currency),
        ...withMemo(base, leg),
      })
    }
  const [top] = rows
  if (top) rows[0] = { ...top, ...withMemo(top, main) }
  const sum = sumText(rows.map(({ amount }) => amount))
  if (sum !== sumText([main.amount]))
    return cannot(
      `at their prices, the postings add up to ${sum}, and not to the ${main.amount} of ${quotedValue(main.account)}.`,
    )
  return rows
}

/** How large an amount is, in the smallest of units, so that two can be compared. */
const sizeOf = ({ weight }: TypedPosting): bigint => {
  const [whole = '', fraction = ''] = weight.amount.replace('-', '').split('.')
  return BigInt(whole + fraction.padEnd(30, '0').slice(0, 30))
}
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
