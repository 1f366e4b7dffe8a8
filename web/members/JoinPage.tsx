import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { todayIn } from '../../contract/day.ts'
import { type InvitationShown, listBooks, lookAtInvitation } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { beginAs } from '../api/person.ts'
import { Door } from '../auth/Door.tsx'
import { me } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence, dayOfMoment, ownTimeZone } from '../ui/dates.ts'
import { rich } from '../ui/rich.ts'
import { Skeleton } from '../ui/States.tsx'
import { JoinAnswer } from './JoinAnswer.tsx'
import { SignInToJoin, SignUpToJoin } from './JoinDoors.tsx'
import { goTo, isInvalid, type Step, takeToken } from './joining.ts'
import { bookJoined, joiningWords } from './member-words.ts'

/** The page asks; opening it changes nothing. The token goes from the address into the memory of this tab at once. */
export function JoinPage() {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    // Another link in the same tab changes only what is behind #, which loads no page.
    const takeNext = () => setToken(takeToken())
    window.addEventListener('hashchange', takeNext)
    return () => window.removeEventListener('hashchange', takeNext)
  }, [])
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
      <Door title={t('Join a book')}>
        <p role="alert" className="mt-3 text-text-2">
          {sentenceOf(look.error)}
        </p>
        <Button className="mt-4 self-start" onClick={() => void look.refetch()}>
          {t('Try again')}
        </Button>
      </Door>
    )
  if (!look.data)
    return (
      <Door title={t('Join a book')}>
        <Skeleton rows={3} />
      </Door>
    )
  return <Question key={token} token={token} shown={look.data} />
}

const Over = () => (
  <Door title={t('This link does not work any more')}>
    <p className="mt-3 text-text-2">
      {t('A link works once, until it ends or is revoked. Ask whoever sent it for a new one.')}{' '}
      <Link to="/" className="font-semibold text-accent hover:underline">
        {t('Open Florin')}
      </Link>
    </p>
  </Door>
)

function Question({ token, shown }: { token: string; shown: InvitationShown }) {
  const { data: person, isPending } = useQuery({ ...me, retry: false })
  const { data: theirs } = useQuery({
    queryKey: ['books-of', person?.id],
    queryFn: () => callOpenly(listBooks),
    enabled: person !== undefined,
    retry: false,
  })
  const [step, setStep] = useState<Step>('ask')
  const [isRefused, setRefused] = useState(false)
  useEffect(() => beginAs(person?.id), [person?.id]) // the request to join names whom the button names
  const likely = person && bookJoined(shown, person.name, theirs?.data ?? [])
  const isIn = likely !== undefined || isRefused
  const { role, may, others } = joiningWords(shown, isIn ? person?.name : undefined)
  const book = shown.book_name
  const signedIn = (user: User) => {
    cache.setQueryData(me.queryKey, user)
    setStep('ask')
  }
  return (
    <Door
      title={
        shown.invited_by === null
          ? t('Somebody invites you to {book}', { book })
          : t('{person} invites you to {book}', { person: shown.invited_by, book })
      }
    >
      <p className="mt-2 text-text-2">
        {isIn ? (
          <b className="font-semibold text-text">{t('You are in {book} already.', { book })}</b>
        ) : (
          rich('You would be <b>{role}</b>: {may}.', {
            role,
            may,
            b: (inner) => <b className="font-semibold text-text">{inner}</b>,
          })
        )}{' '}
        {others}
      </p>
      <p className="mt-4 rounded-card border border-line bg-surface px-4 py-3 text-table text-text-2">
        {t('Your own book stays yours. Nobody in {book} sees it, its name or its figures.', { book })}
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {step === 'sign-in' ? (
          <SignInToJoin onDone={signedIn} onUp={() => setStep('sign-up')} />
        ) : step === 'sign-up' ? (
          <SignUpToJoin token={token} onIn={() => setStep('sign-in')} onJoined={goTo} />
        ) : isPending ? (
          <Skeleton rows={2} />
        ) : (
          <JoinAnswer
            token={token}
            person={person}
            isIn={isIn}
            bookId={likely}
            onIsIn={() => setRefused(true)}
            onStep={setStep}
          />
        )}
      </div>
      <p className="mt-4 text-table text-text-2">
        {t('Opening this page has changed nothing. The link works once, until {day}.', {
          day: dayInSentence(dayOfMoment(shown.expires_at), todayIn(ownTimeZone())),
        })}
      </p>
    </Door>
  )
}
