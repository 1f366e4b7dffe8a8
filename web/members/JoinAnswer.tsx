import { useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import { acceptInvitation } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { goTo, isInvalid, openOwn, type Step } from './joining.ts'

const large = 'min-h-11 text-body! whitespace-normal!'

/** Join as the person who is signed in, or find out who it is. */
export function JoinAnswer({
  token,
  person,
  isIn,
  bookId,
  onIsIn,
  onStep,
}: {
  token: string
  person: User | undefined
  isIn: boolean
  /** The book that the person is in already. */
  bookId: string | undefined
  onIsIn: () => void
  onStep: (step: Step) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function join() {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { id } = await callOpenly(acceptInvitation, { body: { token } })
      goTo(id)
    } catch (error) {
      setBusy(false)
      if (error instanceof Refused && error.problem.code === 'already_member') onIsIn()
      else setFailure(error)
    }
  }
  if (isInvalid(failure))
    return (
      <p role="alert" className="text-table font-medium text-warn">
        {t('This link does not work any more. Ask whoever sent it for a new one.')}
      </p>
    )
  return (
    <>
      {failure !== undefined && (
        <p role="alert" className="text-table font-medium text-warn">
          {sentenceOf(failure)}
        </p>
      )}
      {person && isIn ? (
        <Button look="primary" className={large} onClick={() => openOwn(bookId)}>
          {t('Open it')}
        </Button>
      ) : person ? (
        <Button look="primary" className={large} isBusy={isBusy} onClick={() => void join()}>
          {t('Join as {person}', { person: person.name })}
        </Button>
      ) : (
        <Button look="primary" className={large} onClick={() => onStep('sign-in')}>
          {t('Sign in and join')}
        </Button>
      )}
      <Button className={large} onClick={() => onStep('sign-up')}>
        {person ? t('Not me: create an account') : t('Create an account')}
      </Button>
      {person && (
        <Button look="quiet" className={large} onClick={() => onStep('sign-in')}>
          {t('Not me: sign in')}
        </Button>
      )}
      {person && bookId !== undefined && (
        <Button look="quiet" className={large} isBusy={isBusy} onClick={() => void join()}>
          {t('It is another book of this name: join as {person}', { person: person.name })}
        </Button>
      )}
    </>
  )
}
