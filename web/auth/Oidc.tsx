import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { prepareOidc } from '../../contract/oidc.ts'
import { currentLanguage, t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { guessCurrency } from '../currencies/guess.ts'
import { useAddress } from '../page/address.ts'
import { Button } from '../ui/Button.tsx'
import { browserLocale } from '../ui/locale.ts'
import { oidcSentence } from './oidc-words.ts'
import { options } from './options.ts'

/** The name of the provider that people can sign in with, if there is one. */
export const useProvider = (): string | undefined => useQuery(options).data?.oidc_name ?? undefined

/** Leads to the provider and back: to sign in, or to open an account. An invitation goes by the request, never by an address. */
export function ContinueWith({ to, invitation }: { to?: string; invitation?: string | undefined }) {
  const name = useProvider()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  if (!name) return null
  async function go() {
    setBusy(true)
    setFault(undefined)
    try {
      const { url } = await callOpenly(prepareOidc, {
        body: {
          ...(to !== undefined && { to }),
          ...(invitation !== undefined && { invitation }),
          base_currency_id: guessCurrency(browserLocale()) ?? 'EUR', // for somebody new; the next page shows it
          language: currentLanguage(),
        },
      })
      location.assign(url)
    } catch (error) {
      setFault(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        icon={<KeyRound size={16} />}
        isBusy={isBusy}
        onClick={() => void go()}
        className="min-h-10 w-full min-w-0 text-body! whitespace-normal!"
      >
        {t('Continue with {provider}', { provider: name })}
      </Button>
      {fault && (
        <p role="alert" className="mt-2 text-table font-medium text-warn">
          {fault}
        </p>
      )}
      <p className="my-4 flex items-center gap-3 text-caption text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or [between two ways to sign in]')}
      </p>
    </>
  )
}

/** Says why the way to the provider and back came to nothing, as the address has it. */
export function OidcFaultNote() {
  const name = useProvider()
  const sentence = oidcSentence(useAddress().search.oidc, name)
  return sentence ? (
    <p role="alert" className="mb-4 text-table font-medium text-warn">
      {sentence}
    </p>
  ) : null
}
