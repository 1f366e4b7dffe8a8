import { PageHeading } from '../ui/Card.tsx'

export const ProfilePage = () => <PageHeading>Settings</PageHeading>
