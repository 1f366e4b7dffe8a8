import { Navigate } from '@tanstack/react-router'
import { useIsPhone } from '../ui/media.ts'
import { SettingsList } from './Settings.tsx'

/** On phones the list of the settings; where there is room for the list beside a page, the first of them. */
export const SettingsPage = () =>
  useIsPhone() ? <SettingsList /> : <Navigate to="/settings/profile" replace />
