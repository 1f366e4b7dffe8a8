import { useState } from 'react'
import { getOidcLink, linkOidc, unlinkOidc } from '../../contract/oidc.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { momentInSentence } from '../ui/dates.ts'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { OidcFaultNote, useProvider } from './Oidc.tsx'

/** The account of the provider that signs in here: link it, and unlink it. Nothing where there is no provider. */
export function OidcCard() {
  const name = useProvider()
  const query = useAsk(getOidcLink)
  const today = useToday()
  const [isUnlinking, setUnlinking] = useState(false)
  const link = useChange(linkOidc, { onDone: ({ url }) => location.assign(url) })
  if (!name) return null
  return (
    <SettingsCard
      title={t('Sign in with {provider}', { provider: name })}
      words={t('It counts as both factors: neither a password nor a code is asked for.')}
    >
      <OidcFaultNote />
      <Loaded query={query} rows={1}>
        {({ is_linked, since, last_used_at }) => (
          <div className="flex flex-wrap items-center gap-3">
            {is_linked ? (
              <>
                <p className="min-w-48 flex-1 text-table">
                  {rich('<b>Linked</b> since {since}, last used {last_used}', {
                    since: momentInSentence(since ?? '', today),
                    last_used: momentInSentence(last_used_at ?? '', today),
                    b: (inner) => <b className="font-medium">{inner}</b>,
                  })}
                </p>
                <Button onClick={() => setUnlinking(true)}>{t('Unlink…')}</Button>
              </>
            ) : (
              <>
                <p className="min-w-0 flex-1 text-table text-text-2">{t('Not linked')}</p>
                <Button isBusy={link.isBusy} onClick={() => void link.send({ body: {} })}>
                  {t('Link it')}
                </Button>
              </>
            )}
          </div>
        )}
      </Loaded>
      {link.sentence && (
        <div className="mt-3">
          <Refusal title={link.sentence} />
        </div>
      )}
      {isUnlinking && <Unlinking name={name} onClose={() => setUnlinking(false)} />}
    </SettingsCard>
  )
}

function Unlinking({ name, onClose }: { name: string; onClose: () => void }) {
  const change = useChange(unlinkOidc, {
    words: t('{provider} is unlinked', { provider: name }),
    onDone: onClose,
  })
  return (
    <Popup
      title={t('Unlink {provider}?', { provider: name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button look="danger" isBusy={change.isBusy} onClick={() => void change.send({ body: {} })}>
            {t('Unlink it')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">{t('Then that account does not sign in here any more.')}</p>
      {change.sentence && <Refusal title={change.sentence} />}
    </Popup>
  )
}
