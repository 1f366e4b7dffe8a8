import { PageHeading } from '../ui/Card.tsx'

export const ContactPage = () => <PageHeading>Contact</PageHeading>
