import { decimalFrom, isEqual, one } from '../../contract/money.ts'
import { isLive, ownAccountsOf, type Transaction } from '../ledger/journal.ts'
import { isAsOf, normalSide } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import { fault } from '../records/columns.ts'
import { whyNotValued } from '../records/require.ts'
import { differenceId, type ValueRow, valueId } from '../records/value.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

/** Stated values: their fields, and that the differences lead to them. */
export async function checkValues({ records }: FileBook, known: KnownInFile): Promise<void> {
  const byAccount = new Map<string, ValueRow[]>()
  const stated = new Set<string>()
  await eachOf(records.value, (value) => {
    checkValue(known, value)
    stated.add(differenceId(value.account_id, value.date))
    const values = byAccount.get(value.account_id)
    if (values) values.push(value)
    else byAccount.set(value.account_id, [value])
  })
  for (const values of byAccount.values()) values.sort((a, b) => (a.date < b.date ? -1 : 1))
  /** The movements up to each value since the one before it, differences included. */
  const moved = new Map<string, bigint>()
  await eachOf(records.transaction, (transaction) => {
    if (!isLive(transaction)) return
    if (transaction.kind === 'value' && !stated.has(transaction.id))
      fault('it leads to a value that nobody stated')
    for (const id of ownAccountsOf(transaction)) {
      const value = firstFrom(byAccount.get(id) ?? [], transaction.date)
      if (value) moved.set(value.id, (moved.get(value.id) ?? 0n) + debitIn(id, transaction))
    }
  })
  const worth = new Map<string, bigint>()
  for (const values of byAccount.values())
    for (const [index, value] of values.entries())
      worth.set(value.id, (moved.get(value.id) ?? 0n) + (worth.get(values[index - 1]?.id ?? '') ?? 0n))
  await eachOf(records.value, (value) => checkLeads(known, value, worth.get(valueId(value)) ?? 0n))
}

function checkValue({ accounts, base, ofCategories }: KnownInFile, value: ValueRow): void {
  const { account_id, date, currency_id, fx_source, fx_rate } = value
  const account = linked(accounts, 'account_id', account_id)
  if (whyNotValued(account) !== null || ofCategories.has(account.id) || account.deleted_at !== null)
    fault(`the account "${account.name}" has a value, which such an account has not`)
  if (account.currency_id !== currency_id)
    fault(
      `the account "${account.name}" is kept in ${account.currency_id}, and has a value in ${currency_id}`,
    )
  const isBase = currency_id === base
  if (isBase !== (fx_source === 'base') || (isBase && !isEqual(decimalFrom(fx_rate), one)))
    fault(`the account "${account.name}" has a value in ${currency_id} at a rate of ${fx_rate}`)
  if (isAsOf(account) && date <= coveredThrough(account))
    fault(`the account "${account.name}" has a value of ${date}, which its balance as of a day covers`)
}

/** The first value on a day or later: they are in order, and found by halving. */
function firstFrom(values: readonly ValueRow[], day: string): ValueRow | undefined {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle]?.date ?? '') < day) low = middle + 1
    else high = middle
  }
  return values[low]
}

const debitIn = (id: string, { entries }: Transaction): bigint =>
  entries.reduce(
    (sum, { debit_account_id, credit_account_id, amount }) =>
      debit_account_id === id ? sum + amount : credit_account_id === id ? sum - amount : sum,
    0n,
  )

function checkLeads(known: KnownInFile, value: ValueRow, worth: bigint): void {
  const account = linked(known.accounts, 'account_id', value.account_id)
  const difference = known.transactions.get(differenceId(value.account_id, value.date))
  const isAtRate = !difference || !isLive(difference) || difference.fx_rate === value.fx_rate
  if (normalSide(account) * value.amount !== worth || !isAtRate)
    fault(`the entries of the account "${account.name}" do not lead to its value of ${value.date}`)
}
