import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'

/** The fault of a password, in our words and at its field. */
export function passwordFault(problem: Problem | undefined, field: string): string | undefined {
  if (!problem) return undefined
  const { code, params, errors } = problem
  const own: Readonly<Record<string, [field: string, words: string]>> = {
    password_too_short: [
      'password',
      t(
        '{minimum, plural, one {At least # character; it has {length, number}.} other {At least # characters; it has {length, number}.}}',
        { minimum: Number(params.minimum), length: Number(params.length) },
      ),
    ],
    password_common: [
      'password',
      t('Many people have this one, or it is your name or e-mail. Choose another.'),
    ],
    email_taken: ['email', t('Somebody has this e-mail here already.')],
  }
  const found = own[code]
  if (found) return found[0] === field ? found[1] : undefined
  return errors?.[field]?.[0]
}

/** The sentence above the buttons, for a problem that belongs to no field. */
export const sentenceAbove = (
  problem: Problem | undefined,
  sentence: string | undefined,
): string | undefined => {
  if (problem?.errors) return undefined // said at their fields
  if (problem?.code !== 'too_many_attempts') return sentence
  const minutes = Math.ceil(Number(problem.params.retry_after) / 60)
  return t(
    '{minutes, plural, =1 {Too many tries. Try again in a minute.} other {Too many tries. Try again in # minutes.}}',
    { minutes },
  )
}
