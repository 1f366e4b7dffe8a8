import { PageHeading } from '../ui/Card.tsx'

export const BudgetsPage = () => <PageHeading>Budgets</PageHeading>
