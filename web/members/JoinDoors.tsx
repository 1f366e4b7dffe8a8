import { useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/auth.ts'
import { listBooks } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { ContinueWith, OidcFaultNote } from '../auth/Oidc.tsx'
import { options } from '../auth/options.ts'
import { SignInForm } from '../auth/SignInForm.tsx'
import { SignUpForm } from '../auth/SignUpForm.tsx'

const Other = ({ words, label, onClick }: { words: string; label: string; onClick: () => void }) => (
  <p className="mt-2 text-table text-text-2">
    {words}{' '}
    <button type="button" onClick={onClick} className="font-semibold text-accent hover:underline">
      {label}
    </button>
  </p>
)

/** Somebody with an account says who they are; the question comes again, with their name. */
export const SignInToJoin = ({ onDone, onUp }: { onDone: (user: User) => void; onUp: () => void }) => (
  <>
    <OidcFaultNote />
    <ContinueWith to="/join" />
    <SignInForm onDone={onDone} />
    <Other words={t('New here?')} label={t('Create an account')} onClick={onUp} />
  </>
)

/** The invitation opens the account, also where nobody can open one without, and the new account is in the book. */
export function SignUpToJoin({
  token,
  onIn,
  onJoined,
}: {
  token: string
  onIn: () => void
  onJoined: (bookId: string) => void
}) {
  const { data: door } = useQuery(options)
  async function findBook() {
    const { data } = await callOpenly(listBooks)
    const joined = data.find(({ is_default }) => !is_default) ?? data[0]
    if (joined) onJoined(joined.id)
  }
  return (
    <>
      {door?.registration === 'closed' ? (
        <p className="text-table text-text-2">{t('No more accounts are opened on this server.')}</p>
      ) : (
        door && (
          <>
            <ContinueWith invitation={token} />
            <SignUpForm hasPassword={door.passwords} invitation={token} onDone={findBook} />
          </>
        )
      )}
      <Other words={t('Already have one? [an account at Florin]')} label={t('Sign in')} onClick={onIn} />
    </>
  )
}
