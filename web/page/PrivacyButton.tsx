import { Eye, EyeOff } from 'lucide-react'
import { t } from '../../words/t.ts'
import { IconButton } from '../ui/Button.tsx'
import { togglePrivacy, usePrivacy } from '../ui/privacy.ts'

/** Hides and shows all amounts. */
export function PrivacyButton({ size = 17 }: { size?: number }) {
  const isPrivate = usePrivacy()
  const Icon = isPrivate ? EyeOff : Eye
  return (
    <IconButton
      label={t('Hide amounts')}
      title={isPrivate ? t('Show amounts (H)') : t('Hide amounts (H)')}
      onClick={togglePrivacy}
      aria-pressed={isPrivate}
    >
      <Icon size={size} strokeWidth={1.75} />
    </IconButton>
  )
}
