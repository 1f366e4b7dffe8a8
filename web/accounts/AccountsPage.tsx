import { PageHeading } from '../ui/Card.tsx'

export const AccountsPage = () => <PageHeading>Accounts</PageHeading>
