import { Link } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import type { ReplyOf } from '../../contract/route.ts'
import { getWaysBack, setReminder } from '../../contract/ways-back.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'

const wayOf = ({ password, passkeys, mail, oidc }: ReplyOf<typeof getWaysBack>): string =>
  password
    ? t('One way back in: your password.')
    : passkeys > 0
      ? t('One way back in: a passkey.')
      : oidc
        ? t('One way back in: single sign-on.')
        : mail
          ? t('One way back in: your e-mail.')
          : t('One way back in: this device.')

/** A quiet line after the first week with one way back in. "Do not remind me" ends it for good, on every device. */
export function OneWayBack({ isAtHome = false }: { isAtHome?: boolean }) {
  const { data } = useAsk(getWaysBack)
  const change = useChange(setReminder)
  if (!data?.is_due) return null
  return (
    <section
      aria-label={t('One way back in')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-accent-soft px-4 py-2 text-table"
    >
      <LifeBuoy size={16} className="shrink-0 text-accent" />
      <p className="min-w-40 flex-1">
        <b className="font-semibold">{wayOf(data)}</b>{' '}
        {data.passkeys === 0
          ? t('A passkey would be another.')
          : t('A passkey on another device would be another.')}
        {isAtHome && (
          <>
            {' '}
            <Link to="/settings/security" className="font-medium text-accent hover:underline">
              {t('Add one')}
            </Link>
          </>
        )}
      </p>
      <Button
        look="quiet"
        className="max-sm:ms-auto"
        isBusy={change.isBusy}
        onClick={() => void change.send({ body: { is_reminded: false } })}
      >
        {t('Do not remind me')}
      </Button>
      {change.sentence && <p role="alert">{change.sentence}</p>}
    </section>
  )
}
