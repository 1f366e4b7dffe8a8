import type { TrialBalance } from '../../contract/reports.ts'
import type { Figure } from './behind.ts'

/** The accounts of these types add up on the credit side, the others on the debit side. */
const creditTypes = ['liability', 'equity', 'income']

/** The balance of every account of the trial balance; on the unusual side, its list adds up with a minus. */
export const ledgerFigures = (
  { accounts }: Pick<TrialBalance, 'accounts'>,
  nameOf: (account: TrialBalance['accounts'][number]['account']) => string = ({ name }) => name,
): Figure[] =>
  accounts.map(({ account, debit_base, credit_base, explain }) => {
    const isDebit = debit_base !== 0
    const amount = isDebit ? debit_base : credit_base
    const isUsual = creditTypes.includes(account.type) !== isDebit
    return {
      key: account.id,
      title: `${account.code} ${nameOf(account)}`,
      amount,
      explain,
      sum: isUsual ? amount : -amount,
    }
  })
