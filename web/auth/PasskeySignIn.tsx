import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { passkeySignIn, passkeySignInOptions } from '../../contract/passkeys.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { signedInAs } from '../api/person.ts'
import { Button } from '../ui/Button.tsx'
import { deviceWords } from '../ui/device.ts'
import { options } from './options.ts'
import {
  areOffered,
  askPasskey,
  endQuestion,
  knowsAutofill,
  passkeyFault,
  whyNoPasskeys,
} from './passkeys.ts'

/** A challenge is good for five minutes; a page that stays open asks for another one before. */
const AGAIN_MS = 4 * 60_000

/** Signs in with a passkey. The reply's token is not kept, as after a password. */
async function signIn(isAutofill: boolean): Promise<User> {
  const passkey = await askPasskey(await callOpenly(passkeySignInOptions), isAutofill)
  const body = { passkey, device_name: deviceWords(navigator.userAgent) }
  const { data } = await callOpenly(passkeySignIn, { body })
  signedInAs(data.id)
  return data
}

/** Signing in with a passkey: by a button, and with `isAutofill` also in the list that the browser shows at the e-mail. */
export function usePasskeySignIn(onDone: (user: User) => void, isAutofill: boolean) {
  const { data: door } = useQuery(options)
  const isOffered = areOffered(door)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [round, setRound] = useState(0)
  const done = useRef(onDone)
  done.current = onDone
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew.
  useEffect(() => {
    if (!isOffered || !isAutofill || isBusy) return
    let isOver = false
    const begin = async () => {
      if (!(await knowsAutofill()) || isOver) return
      const user = await signIn(true)
      if (!isOver) done.current(user)
    }
    begin().catch(() => undefined) // nobody asked for it: the button says what is wrong
    const timer = setTimeout(() => setRound((count) => count + 1), AGAIN_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      void endQuestion()
    }
  }, [isOffered, isAutofill, isBusy, round])
  async function start() {
    setBusy(true)
    setFault(undefined)
    try {
      done.current(await signIn(false))
    } catch (error) {
      setFault(passkeyFault(error))
    } finally {
      setBusy(false)
    }
  }
  return { door, isOffered, isBusy, fault, start: () => void start() }
}

/** Between one way and the next. */
export const Or = ({ children }: { children: string }) => (
  <p className="flex items-center gap-3 text-caption text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {children}
  </p>
)

/** The first way in: a passkey; and "or" before the next one. Where there is no other, the reason why it is missing. */
export function PasskeySignIn({
  door,
  isOffered,
  isBusy,
  fault,
  start,
}: ReturnType<typeof usePasskeySignIn>) {
  if (!isOffered)
    return door?.passwords === false ? (
      <p role="alert" className="text-table text-warn">
        {whyNoPasskeys(door)}
      </p>
    ) : null
  return (
    <div className="mb-5 flex flex-col gap-5">
      <Button
        look={door?.passwords ? 'secondary' : 'primary'}
        isBusy={isBusy}
        icon={<Fingerprint size={18} />}
        className="min-h-10 border-line-2! text-body!"
        onClick={start}
      >
        {t('Sign in with a passkey')}
      </Button>
      {fault && (
        <p role="alert" className="text-table font-medium text-warn">
          {fault}
        </p>
      )}
      {door?.passwords && <Or>{t('or [between two ways to sign in]')}</Or>}
    </div>
  )
}
