import { PageHeading } from '../ui/Card.tsx'

export const RegisterPage = () => <PageHeading>Account</PageHeading>
