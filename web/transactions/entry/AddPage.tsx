import { PageHeading } from '../../ui/Card.tsx'

export const AddPage = () => <PageHeading>Add</PageHeading>
