import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { cache } from '../api/ask.ts'
import { adoptTimeZone } from '../books/time-zone.ts'
import { me } from '../page/me.ts'
import { Door } from './Door.tsx'
import { options } from './options.ts'
import { SignUpForm } from './SignUpForm.tsx'

/** Opens an account, and a book with it. */
export function SignUpPage() {
  const navigate = useNavigate()
  const { data: door } = useQuery(options)
  return (
    <Door title="Create your account">
      <p className="mt-1.5 mb-6 text-text-2">
        Florin keeps your money, debts and budgets in one book. It stays on this server; nothing is sent
        anywhere else.
      </p>
      <SignUpForm
        onDone={async (user) => {
          cache.clear()
          cache.setQueryData(me.queryKey, user)
          await adoptTimeZone()
          await navigate({ to: '/welcome' })
        }}
      />
      <p className="mt-6 text-table text-text-2">
        {door?.is_empty ? (
          'Coming from another Florin? Import your book’s file after the next page.'
        ) : (
          <>
            Already have one?{' '}
            <Link to="/sign-in" className="font-semibold text-accent hover:underline">
              Sign in
            </Link>
          </>
        )}
      </p>
    </Door>
  )
}
