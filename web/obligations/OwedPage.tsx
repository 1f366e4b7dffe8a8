import { PageHeading } from '../ui/Card.tsx'

export const OwedPage = () => <PageHeading>Owed</PageHeading>
