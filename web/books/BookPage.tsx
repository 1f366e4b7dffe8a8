import { PageHeading } from '../ui/Card.tsx'

export const BookPage = () => <PageHeading>Book</PageHeading>
