import { PageHeading } from '../ui/Card.tsx'

export const IncomeStatementPage = () => <PageHeading>Income and spending</PageHeading>
