import { PageHeading } from '../ui/Card.tsx'

export const MorePage = () => <PageHeading>More</PageHeading>
