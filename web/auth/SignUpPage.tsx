import { PageHeading } from '../ui/Card.tsx'

export const SignUpPage = () => <PageHeading>Open your book</PageHeading>
