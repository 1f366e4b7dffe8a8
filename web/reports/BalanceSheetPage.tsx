import { PageHeading } from '../ui/Card.tsx'

export const BalanceSheetPage = () => <PageHeading>What you have and owe</PageHeading>
