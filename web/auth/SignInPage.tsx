import { useRouter } from '@tanstack/react-router'
import { cache } from '../api/ask.ts'
import { useAddress } from '../shell/address.ts'
import { Brand } from '../ui/Brand.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { me } from './me.ts'
import { SignInForm } from './SignInForm.tsx'

/** A page of this app and of no other site. */
const isOurs = (address: string) => /^\/(?![/\\])/.test(address)

export function SignInPage() {
  const router = useRouter()
  const { search } = useAddress()
  return (
    <main className="mx-auto flex max-w-[384px] flex-col px-5 pt-[12vh] pb-10">
      <Brand />
      <h1 className="mt-10 mb-6 text-figure font-semibold">Sign in</h1>
      <SignInForm
        onDone={(user) => {
          cache.clear()
          cache.setQueryData(me.queryKey, user)
          const to = search.to ?? '/'
          router.history.push(isOurs(to) ? to : '/')
        }}
      />
      <p className="mt-6 text-table text-text-2">
        New here?{' '}
        <ButtonLink look="quiet" to="/sign-up" className="text-accent">
          Open your book
        </ButtonLink>
      </p>
    </main>
  )
}
