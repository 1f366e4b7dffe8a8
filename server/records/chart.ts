import type { Language } from '../../words/languages.ts'
import { inLanguage, t } from '../../words/t.ts'
import { change, changeInTurn, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { NO_HASH, toWrite } from '../ledger/log.ts'
import { type Author, type Book, changed } from '../ledger/verb.ts'
import { writeStatements } from '../ledger/write.sql.ts'
import { newId } from '../process/ids.ts'
import { type AccountRow, type AccountType, NOT_SAID, type Role } from './account.ts'

type Opening = {
  code: string
  name: () => string
  type: AccountType
  role?: Role
  is_claim?: true
  is_default?: true
}

/** The accounts every book starts with, named in the language of the request that opens it. The ones with a role are those that Florin itself posts to. */
export const openingChart: readonly Opening[] = [
  { code: '1000', name: () => t('Cash [account]'), type: 'asset', is_default: true },
  { code: '1010', name: () => t('Bank [account]'), type: 'asset' },
  {
    code: '1200',
    name: () => t('Receivables [account]'),
    type: 'asset',
    role: 'receivables',
    is_claim: true,
  },
  { code: '2000', name: () => t('Payables [account]'), type: 'liability', role: 'payables' },
  { code: '3000', name: () => t('Opening balances [account]'), type: 'equity', role: 'opening_balances' },
  { code: '3900', name: () => t('Currency exchange [account]'), type: 'equity', role: 'currency_exchange' },
  {
    code: '4900',
    name: () => t('Exchange gains and losses [account]'),
    type: 'income',
    role: 'exchange_gains',
  },
]

type NewBook = {
  id: string
  name: string
  base_currency_id: string
  time_zone?: string
  language: Language | null
  at: string
  by: Author
  /** The method and the path of the route that opens it. */
  command: string
}

/** Opens a book at version 1, with its chart of accounts. */
export async function openBook(
  tx: Tx,
  { id, name, base_currency_id, time_zone = 'UTC', language, at, by, command }: NewBook,
): Promise<void> {
  const dated = { created_version: 1, version: 1, created_at: at, updated_at: at }
  const settings = {
    id,
    name,
    base_currency_id,
    time_zone,
    closed_through: null,
    month_starts_on: '1',
    ecb_rates: false,
    is_archived: false,
    is_shared: false,
    ...dated,
  }
  await change(
    tx,
    sql`insert into books (id, name, base_currency_id, version, hash, changed_at, created_at, updated_at)
        values (${id}, ${name}, ${base_currency_id}, 0, ${NO_HASH}, ${at}, ${at}, ${at})`,
  )
  const accounts = openingChart.map(
    ({ name, role = null, is_claim = false, is_default = false, ...account }): AccountRow => ({
      id: newId(),
      name: inLanguage(language ?? 'en', name),
      ...account,
      role,
      is_claim,
      is_default,
      is_active: true,
      currency_id: null,
      ...dated,
      deleted_at: null,
      ...NOT_SAID,
      is_valued: false,
      person_id: null,
    }),
  )
  const size = { rows: 0, bytes: 0 }
  const most = { rows: 1_000, bytes: 1_000_000 } // far more than an opening takes
  const book = {
    ...settings,
    hash: NO_HASH.toString('hex'),
    changed_at: at,
    members_version: 0,
    at,
    by,
    size,
    most,
  }
  const changes = [
    changed('book', null, settings),
    ...accounts.map((account) => changed('account', null, account)),
  ]
  const written = await toWrite(book, { answer: null, changes }, { id: newId(), command })
  await changeInTurn(tx, writeStatements([written], { isLocked: true }))
}

/** An account that Florin itself posts to, opened when it is first needed. */
export function neededAccount(
  book: Book,
  known: Known,
  {
    name,
    role,
    person_id = null,
  }: Pick<AccountRow, 'name' | 'role'> & Partial<Pick<AccountRow, 'person_id'>>,
): AccountRow {
  requireLoaded(known, { codes: [''] })
  return {
    id: newId(),
    name,
    code: freeCode('equity', known.find('codes', '') ?? []),
    type: 'equity',
    role,
    is_active: true,
    is_claim: false,
    is_default: false,
    currency_id: null,
    created_version: book.version,
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    deleted_at: null,
    ...NOT_SAID,
    is_valued: false,
    person_id,
  }
}

const FIRST_DIGIT = { asset: 1, liability: 2, equity: 3, income: 4, expense: 5 }

/** The codes of a list as a set, how many of the list are in it, and below which code none of a type is free. */
type Tally = { readonly codes: Set<string>; counted: number; readonly from: Map<AccountType, number> }
const tallies = new WeakMap<readonly string[], Tally>()

/**
 * The smallest code that is free for an account of this type: four digits, and more when those run out. A list of codes that only grows is
 * looked through once, however many codes are asked for: a file can bring hundreds of accounts to a book that has thousands.
 */
export function freeCode(type: AccountType, taken: readonly string[]): string {
  const tally = tallies.get(taken) ?? { codes: new Set<string>(), counted: 0, from: new Map() }
  tallies.set(taken, tally)
  for (; tally.counted < taken.length; tally.counted++) tally.codes.add(taken[tally.counted] ?? '')
  const first = FIRST_DIGIT[type]
  for (let code = tally.from.get(type) ?? first * 1_000 + 1; ; code = nextCode(first, code))
    if (!tally.codes.has(String(code))) {
      tally.from.set(type, code)
      return String(code)
    }
}

/** The code after one: 1001 to 1999, and then 10001 to 19999. */
const nextCode = (first: number, code: number): number => {
  const unit = 10 ** (String(code).length - 1)
  return code + 1 < (first + 1) * unit ? code + 1 : first * unit * 10 + 1
}
