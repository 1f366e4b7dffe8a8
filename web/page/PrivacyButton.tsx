import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { togglePrivacy, usePrivacy } from '../ui/privacy.ts'

/** Hides and shows all amounts. */
export function PrivacyButton({ size = 17 }: { size?: number }) {
  const isPrivate = usePrivacy()
  const Icon = isPrivate ? EyeOff : Eye
  return (
    <IconButton
      label="Hide amounts"
      title={isPrivate ? 'Show amounts (H)' : 'Hide amounts (H)'}
      onClick={togglePrivacy}
      aria-pressed={isPrivate}
    >
      <Icon size={size} strokeWidth={1.75} />
    </IconButton>
  )
}
