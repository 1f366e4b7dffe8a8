import { PageHeading } from '../ui/Card.tsx'

export const TrashPage = () => <PageHeading>Trash</PageHeading>
