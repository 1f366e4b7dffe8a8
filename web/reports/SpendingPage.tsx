import { PageHeading } from '../ui/Card.tsx'

export const SpendingPage = () => <PageHeading>Spending</PageHeading>
