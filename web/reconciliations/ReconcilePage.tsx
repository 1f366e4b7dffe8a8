import { PageHeading } from '../ui/Card.tsx'

export const ReconcilePage = () => <PageHeading>Reconcile</PageHeading>
