import { PageHeading } from '../ui/Card.tsx'

export const TransactionsPage = () => <PageHeading>Transactions</PageHeading>
