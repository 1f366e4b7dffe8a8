import { PageHeading } from '../ui/Card.tsx'

export const HomePage = () => <PageHeading>Home</PageHeading>
