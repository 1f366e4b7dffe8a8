import { PageHeading } from '../ui/Card.tsx'

export const ActivityPage = () => <PageHeading>Activity</PageHeading>
