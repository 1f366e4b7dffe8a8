import { PageHeading } from '../ui/Card.tsx'

export const WelcomePage = () => <PageHeading>Welcome</PageHeading>
