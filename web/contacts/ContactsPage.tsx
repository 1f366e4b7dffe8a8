import { PageHeading } from '../ui/Card.tsx'

export const ContactsPage = () => <PageHeading>Contacts</PageHeading>
