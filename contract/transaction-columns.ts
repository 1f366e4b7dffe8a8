import type { Transaction } from './budgeting.ts'

type AccountField = 'asset_account_id' | 'from_account_id' | 'to_account_id'
const accountName = (field: AccountField) => (transaction: Transaction) =>
  transaction.lines.find(({ account_id }) => account_id === transaction[field])?.account_name ?? null

/** The amount as the account sees it: negative where money leaves asset_account_id; null without such an account. */
function signedAmount({ asset_account_id, amount, lines }: Transaction): number | null {
  const line = lines.find(({ account_id }) => account_id === asset_account_id)
  if (!line) return null
  return line.debit > 0 || line.debit_base > 0 ? amount : -amount
}

/**
 * The columns of a CSV file of transactions beside their fields: in a spreadsheet people look for names, and add up amounts with a sign. The
 * lines of the books are a table of their own, which a cell cannot hold: JSON and the journals have them.
 */
export const columns = {
  lines: null,
  asset_account_name: { after: 'asset_account_id', of: accountName('asset_account_id') },
  signed_amount: { after: 'amount', of: signedAmount },
  from_account_name: { after: 'from_account_id', of: accountName('from_account_id') },
  to_account_name: { after: 'to_account_id', of: accountName('to_account_id') },
}
