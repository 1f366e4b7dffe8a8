import { PageHeading } from '../ui/Card.tsx'

export const CashFlowPage = () => <PageHeading>Cash flow</PageHeading>
