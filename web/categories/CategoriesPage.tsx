import { PageHeading } from '../ui/Card.tsx'

export const CategoriesPage = () => <PageHeading>Categories</PageHeading>
