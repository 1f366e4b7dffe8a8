import { Refused } from '../../contract/client.ts'
import { t } from '../../words/t.ts'
import { passkeyFault } from './passkeys.ts'
import { sentenceFor } from './SignInForm.tsx'
import { MIN_PASSWORD_LENGTH } from './strength.ts'

export type SignUpField = 'name' | 'email' | 'password'
export type SignUpFaults = Partial<Record<SignUpField | 'form', string>> & { isTaken?: boolean }

/** The fields of a refusal, in our words where we have better ones. */
export function signUpFaults(error: unknown): SignUpFaults {
  if (!(error instanceof Refused)) return { form: passkeyFault(error) }
  const { code, errors, params } = error.problem
  switch (code) {
    case 'email_taken':
      return { email: t('There is an account with this e-mail already.'), isTaken: true }
    case 'password_too_short':
      return {
        password: t(
          '{minimum, plural, one {At least # character; this has {length, number}.} other {At least # characters; this has {length, number}.}}',
          { minimum: Number(params.minimum), length: Number(params.length) },
        ),
      }
    case 'password_common':
      return { password: t('Many people use this one, or it is your own name or e-mail. Choose another.') }
    case 'invalid': {
      const { name, email, password } = errors ?? {}
      if (name) return { name: t('What should Florin call you?') }
      if (email) return { email: t('This is not an e-mail address.') }
      if (password) return { password: password[0] ?? '' }
      return { form: sentenceFor(error) }
    }
    default:
      return { form: sentenceFor(error) }
  }
}

/** The faults of missing fields, before the form is sent. */
export function missingIn({
  name,
  email,
  password,
}: {
  name: string
  email: string
  password?: string
}): SignUpFaults {
  return {
    ...(name.trim() === '' && { name: t('What should Florin call you?') }),
    ...(!/.@./.test(email) && { email: t('Your e-mail is your login: name@example.com') }),
    ...(password !== undefined &&
      [...password].length < MIN_PASSWORD_LENGTH && {
        password: t('{minimum, plural, one {At least # character.} other {At least # characters.}}', {
          minimum: MIN_PASSWORD_LENGTH,
        }),
      }),
  }
}
