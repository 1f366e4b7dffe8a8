import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import { todayIn } from '../../contract/day.ts'
import { acceptInvitation, type InvitationShown, lookAtInvitation } from '../../contract/members.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { beginAs } from '../api/person.ts'
import { Door } from '../auth/Door.tsx'
import { me } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence, dayOfMoment, ownTimeZone } from '../ui/dates.ts'
import { Skeleton } from '../ui/States.tsx'
import { SignInToJoin, SignUpToJoin } from './JoinDoors.tsx'
import { forgetToken, takeToken } from './joining.ts'
import { joiningWords } from './member-words.ts'

/** The page asks; opening it changes nothing. The token goes from the address into the memory of this tab at once. */
export function JoinPage() {
  const [token] = useState(takeToken)
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callOpenly(lookAtInvitation, { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOver = token === '' || isInvalid(look.error)
  if (isOver) return <Over />
  if (look.error)
    return (
      <Door title="Join a book">
        <p role="alert" className="mt-3 text-text-2">
          {sentenceOf(look.error)}
        </p>
        <Button className="mt-4 self-start" onClick={() => void look.refetch()}>
          Try again
        </Button>
      </Door>
    )
  if (!look.data)
    return (
      <Door title="Join a book">
        <Skeleton rows={3} />
      </Door>
    )
  return <Question token={token} shown={look.data} />
}

const isInvalid = (error: unknown) => error instanceof Refused && error.problem.code === 'link_invalid'

const Over = () => (
  <Door title="This link does not work any more">
    <p className="mt-3 text-text-2">
      A link works once, until it ends or is revoked. Ask whoever sent it for a new one.{' '}
      <Link to="/" className="font-semibold text-accent hover:underline">
        Open Florin
      </Link>
    </p>
  </Door>
)

type Step = 'ask' | 'sign-in' | 'sign-up'

function Question({ token, shown }: { token: string; shown: InvitationShown }) {
  const { data: person, isPending } = useQuery({ ...me, retry: false })
  const [step, setStep] = useState<Step>('ask')
  useEffect(() => beginAs(person?.id), [person?.id]) // the request to join names whom the button names
  const { role, may, others } = joiningWords(shown)
  const signedIn = (user: User) => {
    cache.setQueryData(me.queryKey, user)
    setStep('ask')
  }
  return (
    <Door title={`${shown.invited_by ?? 'Somebody'} invites you to ${shown.book_name}`}>
      <p className="mt-2 text-text-2">
        You would be <b className="font-semibold text-text">{role}</b>: {may}. {others}
      </p>
      <p className="mt-4 rounded-card border border-line bg-surface px-4 py-3 text-table text-text-2">
        Your own book stays yours. Nobody in {shown.book_name} sees it, its name or its figures.
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {step === 'sign-in' ? (
          <SignInToJoin onDone={signedIn} onUp={() => setStep('sign-up')} />
        ) : step === 'sign-up' ? (
          <SignUpToJoin token={token} onIn={() => setStep('sign-in')} onJoined={goTo} />
        ) : isPending ? (
          <Skeleton rows={2} />
        ) : (
          <Answer token={token} shown={shown} person={person} onStep={setStep} />
        )}
      </div>
      <p className="mt-4 text-table text-text-2">
        Opening this page has changed nothing. The link works once, until{' '}
        {dayInSentence(dayOfMoment(shown.expires_at), todayIn(ownTimeZone()))}.
      </p>
    </Door>
  )
}

const large = 'min-h-11 text-body! whitespace-normal!'

/** Join as the person who is signed in, or find out who it is. */
function Answer({
  token,
  shown,
  person,
  onStep,
}: {
  token: string
  shown: InvitationShown
  person: User | undefined
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
      setFailure(error)
      setBusy(false)
    }
  }
  if (isInvalid(failure))
    return (
      <p role="alert" className="text-table font-medium text-warn">
        This link does not work any more. Ask whoever sent it for a new one.
      </p>
    )
  const isIn = failure instanceof Refused && failure.problem.code === 'already_member'
  return (
    <>
      {failure !== undefined && (
        <p role="alert" className="text-table font-medium text-warn">
          {isIn ? `You are in ${shown.book_name} already.` : sentenceOf(failure)}
        </p>
      )}
      {person && isIn ? (
        <Button look="primary" className={large} onClick={() => window.location.assign('/')}>
          Open Florin
        </Button>
      ) : person ? (
        <Button look="primary" className={large} isBusy={isBusy} onClick={() => void join()}>
          Join as {person.name}
        </Button>
      ) : (
        <Button look="primary" className={large} onClick={() => onStep('sign-in')}>
          Sign in and join
        </Button>
      )}
      <Button className={large} onClick={() => onStep('sign-up')}>
        {person ? 'Not me: create an account' : 'Create an account'}
      </Button>
      {person && (
        <Button look="quiet" className={large} onClick={() => onStep('sign-in')}>
          Not me: sign in
        </Button>
      )}
    </>
  )
}

/** The page of the book that was joined. The app is loaded anew: it may have been another person's. */
function goTo(bookId: string): void {
  forgetToken()
  window.location.assign(`/b/${bookId}/`)
}
