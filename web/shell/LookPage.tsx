import { PageHeading } from '../ui/Card.tsx'

export const LookPage = () => <PageHeading>Look</PageHeading>
