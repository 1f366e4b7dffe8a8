import { PageHeading } from '../ui/Card.tsx'

export const TrialBalancePage = () => <PageHeading>Trial balance</PageHeading>
