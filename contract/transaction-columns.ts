import { decimalNumber, decimalOf } from './money.ts'

/** The fields of a transaction that its columns are made of. */
type Transaction = {
  readonly amount: number
  readonly asset_account_id: string | null
  readonly from_account_id: string | null
  readonly to_account_id: string | null
  readonly lines: readonly {
    readonly account_id: string
    readonly account_name: string
    readonly debit: number
    readonly debit_base: number
  }[]
}

/**
 * The account that the money of a debt's transaction came to or left, null if none moved: `asset_account_id` of such a transaction may be the account
 * of the debt. Only the service can tell, by the types of the accounts; a symbol is not part of the record that the API shows.
 */
export const moneyAccountId = Symbol('money account')
type Listed = Transaction & { readonly [moneyAccountId]?: string | null | undefined }

const nameOn = ({ lines }: Transaction, id: string | null) =>
  lines.find(({ account_id }) => account_id === id)?.account_name ?? null
const moneyOn = (transaction: Listed): string | null =>
  transaction[moneyAccountId] === undefined ? transaction.asset_account_id : transaction[moneyAccountId]

/** The signed amount: negative if money leaves the account of asset_account_name; null without such an account. */
function signedAmount(transaction: Listed): number | null {
  const id = moneyOn(transaction)
  const line = transaction.lines.find(({ account_id }) => account_id === id)
  if (!line) return null
  return line.debit > 0 || line.debit_base > 0 ? transaction.amount : -transaction.amount
}

/**
 * The columns of a CSV file of transactions beside their fields: in a spreadsheet people look for names and add up signed amounts. The
 * lines of the books are a table of their own, which a cell cannot hold: JSON and the journals have them.
 */
export const columns = {
  lines: null,
  asset_account_name: {
    after: 'asset_account_id',
    of: (transaction: Listed) => nameOn(transaction, moneyOn(transaction)),
  },
  signed_amount: { after: 'amount', of: signedAmount },
  from_account_name: {
    after: 'from_account_id',
    of: (transaction: Transaction) => nameOn(transaction, transaction.from_account_id),
  },
  to_account_name: {
    after: 'to_account_id',
    of: (transaction: Transaction) => nameOn(transaction, transaction.to_account_id),
  },
}

/** The fields of a transaction that the file for people is made of, beside those above. */
type Told = Listed & {
  readonly date: string
  readonly kind: string
  readonly currency_id: string
  readonly contact_name: string | null
  readonly memo: string | null
  readonly notes: string | null
  readonly category_name: string | null
  readonly splits: readonly { readonly category_name: string }[]
  readonly tags: readonly string[]
  readonly shares: readonly { readonly contact_name: string; readonly amount: number }[]
}

/** The part of an amount that no share takes, exactly. */
function restOf(amount: number, shares: Told['shares']): number {
  const parts = [amount, ...shares.map((share) => -share.amount)].map(decimalOf)
  const scale = Math.max(...parts.map((part) => part.scale))
  const digits = parts.reduce((sum, part) => sum + part.digits * 10n ** BigInt(scale - part.scale), 0n)
  return decimalNumber({ digits, scale })
}

const categoriesOf = ({ splits, category_name }: Told): string | null =>
  splits.length === 0 ? category_name : [...new Set(splits.map((split) => split.category_name))].join(', ')

/** The names in the column Who: the contact and those who owe a share; of a transfer, the account that got the money. */
function whoOf(transaction: Told): string | null {
  const names = [transaction.contact_name, ...transaction.shares.map((share) => share.contact_name)]
  return (
    [...new Set(names.filter((name) => name !== null))].join(', ') ||
    nameOn(transaction, transaction.to_account_id)
  )
}

/** The amount as a person adds it up: money out of the account of the row is negative; null where no money moved. */
export function movedAmount(transaction: Told): number | null {
  if (transaction.from_account_id !== null) return -transaction.amount
  const signed = signedAmount(transaction)
  if (signed !== null) return signed
  return transaction.kind === 'expense'
    ? -transaction.amount
    : transaction.kind === 'income'
      ? transaction.amount
      : null
}

/**
 * A transaction in eight columns. A transfer is one row: on the account that the money left, with the other account as who got it. A bill is
 * one row with all the money that left the account, and with the people who have a share in it.
 */
export const sheet = [
  { name: 'Day', of: ({ date }: Told) => ({ day: date }) },
  {
    name: 'Account',
    of: (transaction: Told) => nameOn(transaction, transaction.from_account_id ?? moneyOn(transaction)),
  },
  {
    name: 'Who',
    of: whoOf,
  },
  {
    name: 'What',
    of: (transaction: Told) =>
      transaction.memo ||
      transaction.notes ||
      (transaction.shares.length === 0 ? null : categoriesOf(transaction)),
  },
  { name: 'Category', of: categoriesOf },
  {
    name: 'Amount',
    of: (transaction: Told) => {
      const amount = movedAmount(transaction)
      return amount === null ? null : { amount, currency: transaction.currency_id }
    },
  },
  { name: 'Currency', of: ({ currency_id }: Told) => currency_id },
  { name: 'Tags', of: ({ tags }: Told) => tags.join(', ') },
]

/** The part of a bill that is one's own, for a file with room for it. */
export const myShare = {
  name: 'My share',
  of: ({ shares, amount, currency_id }: Told) =>
    shares.length === 0 ? null : { amount: -restOf(amount, shares), currency: currency_id },
}
