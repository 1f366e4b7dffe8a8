import { type Account, createAccount, listAccounts, updateAccount } from '../../contract/accounts.ts'
import { addStarter, updateBook } from '../../contract/books.ts'
import { type Category, createCategory, deleteCategory, listCategories } from '../../contract/categories.ts'
import type { Day } from '../../contract/day.ts'
import {
  AFTER_GROUPS,
  type StarterName,
  starterCategories,
  starterGroups,
  starterName,
} from '../../contract/starter.ts'
import { currentLanguage } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { amountOfField } from '../ui/amount-input.ts'
import { debtOfField } from '../ui/debt-words.ts'
import { sumOf } from '../ui/money.ts'

/** A place where somebody has money, or owes it, on the welcome page. */
export type StartLine = {
  /** The account of the ready-made set that it is, by its English name; null for one that is added to those. */
  readonly place: StarterName | null
  readonly name: string
  readonly isDebt: boolean
  /** Of a debt, that there is money on it: somebody has said so. */
  readonly isOnIt?: boolean
  /** The balance today, as typed; nothing where nothing was said. */
  readonly amount: string
}

const BANK = 'Bank'

export const firstLines = (): readonly StartLine[] =>
  ([BANK, 'Cash', 'Savings', 'Credit card'] as const).map((place) => ({
    place,
    name: starterName(place),
    isDebt: place === 'Credit card',
    amount: '',
  }))

/** The ready-made set as somebody has changed it, before it is added. */
export type Start = {
  /** English names of the set that are not wanted. */
  leftOut: readonly string[]
  /** Categories of one's own, for expenses. */
  added: readonly string[]
  lines: readonly (Omit<StartLine, 'amount'> & { readonly amount: number | undefined })[]
  currency: string
}

/** The balance of a line as the API takes it; undefined where none, or no amount, was said. */
export const amountOfLine = (
  { isDebt, isOnIt = false, amount: text }: StartLine,
  currency: string,
): number | undefined => (isDebt ? debtOfField({ text, isOnIt }, currency) : amountOfField(text, currency))

/** All lines together, in minor units: debts are taken away. */
export const togetherOf = (lines: readonly StartLine[], currency: string): bigint =>
  sumOf(
    lines.map((line) => (line.isDebt ? -1 : 1) * (amountOfLine(line, currency) ?? 0)),
    currency,
  )

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The categories that are still to remove from the book and to add to it. None, once all is done. A group of which every category is left out goes
 * after them, unless others stand in it or one's own category has its name.
 */
export function stepsFor(
  { leftOut, added }: Pick<Start, 'leftOut' | 'added'>,
  categories: readonly Pick<Category, 'id' | 'name' | 'kind' | 'parent_id'>[],
): { remove: string[]; add: string[] } {
  const has = (name: string, kind: Category['kind']) =>
    categories.find((category) => category.kind === kind && same(category.name, starterName(name)))
  const isIn = (list: readonly string[], name: string) => list.some((one) => same(one, name))
  const idsOf = (some: readonly { name: string; kind: Category['kind'] }[]) =>
    some.flatMap(({ name, kind }) => has(name, kind)?.id ?? [])
  const members = idsOf(starterCategories.filter(({ name }) => isIn(leftOut, name)))
  const left = new Set(categories.filter(({ id }) => !members.includes(id)).map(({ parent_id }) => parent_id))
  const groups = idsOf(
    starterGroups.filter(
      (group) =>
        group.members.every(({ name }) => isIn(leftOut, name)) && !isIn(added, starterName(group.name)),
    ),
  )
  return {
    remove: [...members, ...groups.filter((id) => !left.has(id))],
    add: added.filter((name) => !has(name, 'expense')),
  }
}

/** The account of a line: under its own name, else under the one that the set gave it. */
export const accountOf = <A extends Pick<Account, 'name'>>(
  { place, name }: Pick<StartLine, 'place' | 'name'>,
  accounts: readonly A[],
): A | undefined =>
  accounts.find((one) => same(one.name, name)) ??
  accounts.find((one) => place !== null && [place, starterName(place)].includes(one.name))

/** Makes the currency that was chosen that of the book. */
export async function takeCurrency(currency: string, before: { base_currency_id: string }): Promise<void> {
  if (currency !== before.base_currency_id) await call(updateBook, { body: { base_currency_id: currency } })
}

/**
 * Fills a new book: its currency, the set without the names left out, one's own categories, and today's balances, which stay true whatever is
 * entered for earlier days. A bank with a balance is the default account. Each step looks at what is there already, so that it can be called again after it was interrupted.
 */
export async function fillBook(
  start: Start,
  today: Day,
  before: { base_currency_id: string },
): Promise<void> {
  const key = () => ({ headers: { 'Idempotency-Key': crypto.randomUUID() } })
  await takeCurrency(start.currency, before)
  await call(addStarter, { body: { language: currentLanguage() }, ...key() })
  const { data: categories } = await call(listCategories, { query: { limit: 1000 } })
  const { remove, add } = stepsFor(start, categories)
  for (const id of remove) await call(deleteCategory, { params: { id } })
  for (const name of add)
    await call(createCategory, { body: { name, kind: 'expense', position: AFTER_GROUPS }, ...key() })
  const { data: accounts } = await call(listAccounts, { query: { limit: 1000 } })
  for (const line of start.lines) {
    const account = accountOf(line, accounts)
    const { amount, isDebt } = line
    const name = line.name.trim() || (line.place && starterName(line.place))
    const isBank = line.place === BANK && amount !== undefined
    const balance =
      amount === undefined
        ? {}
        : { balance_as_of: { date: today, amount }, ...(isBank && { is_default: true }) }
    const isSaid = amount === undefined || amount === account?.balance_as_of?.amount
    if (account && name && (account.name !== name || !isSaid))
      await call(updateAccount, { params: { id: account.id }, body: { name, ...(!isSaid && balance) } })
    else if (!account && name)
      await call(createAccount, {
        body: { name, type: isDebt ? 'liability' : 'asset', currency_id: start.currency, ...balance },
        ...key(),
      })
  }
}
