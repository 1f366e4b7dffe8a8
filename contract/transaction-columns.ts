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
