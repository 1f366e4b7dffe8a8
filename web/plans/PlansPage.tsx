import { PageHeading } from '../ui/Card.tsx'

export const PlansPage = () => <PageHeading>Plans</PageHeading>
