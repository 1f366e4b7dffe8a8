import type { Day } from '../../contract/day.ts'
import { decimalFrom, isEqual, one } from '../../contract/money.ts'
import { isLive, ownAccountsOf, type Transaction } from '../ledger/journal.ts'
import { type AccountRow, isAsOf, NOT_SAID, type SaidAccount } from '../records/account.ts'
import { coveredThrough, openingBehind } from '../records/balance-as-of.ts'
import { fault } from '../records/columns.ts'
import type { KnownInFile } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

type SaidInFile = {
  account: SaidAccount
  last: Day
  amount: bigint
  first: Day | null
  opening: Transaction | null
}

/** Balances that were said as of a day: their fields, and that the openings lead to them. */
export async function checkBalances({ records }: FileBook, known: KnownInFile): Promise<void> {
  const all = new Map<string, SaidInFile>()
  await eachOf(records.account, (account) => {
    const fields = Object.keys(NOT_SAID) as (keyof typeof NOT_SAID)[] // its own keys
    const count = fields.filter((field) => account[field] !== null).length
    if (count > 0 && count < fields.length) fault('it has a balance as of a day without all of its fields')
    if (!isAsOf(account) || !isLive(account)) return // one in the trash has no entries
    checkAccount(known, account)
    all.set(account.id, { account, last: coveredThrough(account), amount: 0n, first: null, opening: null })
  })
  await eachOf(records.transaction, (transaction) => {
    if (!isLive(transaction)) return
    const { kind, account_id, other_source } = transaction
    if (kind === 'opening' && other_source !== (all.has(account_id ?? '') ? 'found' : null))
      fault('it is an opening, and its source is not that of its account')
    for (const id of ownAccountsOf(transaction)) {
      const said = all.get(id)
      if (said && transaction.kind === 'opening') said.opening = transaction
      else if (said && transaction.date <= said.last) add(said, transaction)
    }
  })
  await eachOf(records.account, ({ id }) => {
    const said = all.get(id)
    if (said) checkOpening(said)
  })
}

function checkAccount({ base, ofCategories }: KnownInFile, account: SaidAccount): void {
  const { name, type, role, currency_id, as_of_currency_id, as_of_fx_source, as_of_fx_rate } = account
  if ((type !== 'asset' && type !== 'liability') || role !== null || ofCategories.has(account.id))
    fault(`the account "${name}" has a balance as of a day, which such an account has not`)
  if (currency_id !== null && currency_id !== as_of_currency_id)
    fault(`the account "${name}" is kept in ${currency_id}, and has a balance in ${as_of_currency_id}`)
  const isBase = as_of_currency_id === base
  if (isBase !== (as_of_fx_source === 'base') || (isBase && !isEqual(decimalFrom(as_of_fx_rate), one)))
    fault(`the account "${name}" has a balance in ${as_of_currency_id} at a rate of ${as_of_fx_rate}`)
}

function add(said: SaidInFile, { date, entries }: Transaction): void {
  const { id, as_of_currency_id } = said.account
  for (const { debit_account_id, credit_account_id, currency_id, amount } of entries) {
    if (currency_id !== as_of_currency_id) continue
    if (debit_account_id === id) said.amount += amount
    else if (credit_account_id === id) said.amount -= amount
    else continue
    if (said.first === null || date < said.first) said.first = date
  }
}

function checkOpening({ account, amount, first, opening }: SaidInFile): void {
  const { date, debit } = openingBehind(account, { amount, first })
  const isThere = opening && isOpening(account, opening, debit) && opening.date === date
  if (debit === 0n ? opening : !isThere)
    fault(`the opening of the account "${account.name}" does not lead to the balance that was said of it`)
}

const isOpening = ({ id, ...account }: AccountRow, opening: Transaction, debit: bigint): boolean =>
  opening.currency_id === account.as_of_currency_id &&
  opening.fx_rate === account.as_of_fx_rate &&
  (opening.entries[0]?.debit_account_id === id ? opening.amount : -opening.amount) === debit
