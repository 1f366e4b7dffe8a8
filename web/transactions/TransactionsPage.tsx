import { PageHeading } from '../ui/Card.tsx'
import { quickEntryOfPage } from './entry/opening.ts'
import { QuickEntry } from './entry/QuickEntry.tsx'
import { TransactionList } from './TransactionList.tsx'

export const TransactionsPage = () => (
  <>
    <PageHeading>Transactions</PageHeading>
    <QuickEntry inputRef={quickEntryOfPage} className="mb-4 max-sm:hidden" />
    <TransactionList />
  </>
)
