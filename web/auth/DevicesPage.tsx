import { PageHeading } from '../ui/Card.tsx'

export const DevicesPage = () => <PageHeading>Devices</PageHeading>
