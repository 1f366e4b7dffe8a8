import { PageHeading } from '../ui/Card.tsx'
import { TransactionList } from './TransactionList.tsx'

export const TransactionsPage = () => (
  <>
    <PageHeading>Transactions</PageHeading>
    <TransactionList />
  </>
)
