import { PageHeading } from '../ui/Card.tsx'

export const ReportsPage = () => <PageHeading>Reports</PageHeading>
