import { PageHeading } from '../ui/Card.tsx'

export const NetWorthPage = () => <PageHeading>Net worth</PageHeading>
