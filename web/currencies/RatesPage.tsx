import { PageHeading } from '../ui/Card.tsx'

export const RatesPage = () => <PageHeading>Exchange rates</PageHeading>
