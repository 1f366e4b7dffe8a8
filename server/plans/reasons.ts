import { type Refusal, refusals } from '../../contract/refusals.ts'
import type { Known } from '../ledger/known.ts'
import type { Planned } from './drafts.ts'

/** Why an occurrence waits: the code of the refusal, and a sentence for a person who looks at the plan, not at a request. */
export type Reason = { readonly code: string; readonly message: string }

/** The kind of record that a field of a draft names, by the end of the field's name. */
const links = {
  category_id: 'category',
  contact_id: 'contact',
  account_id: 'account',
  goal_id: 'goal',
} as const

export function reasonOf(refusal: Refusal, planned: Planned, known: Known): Reason {
  return {
    code: refusal.code,
    message: ofDay(refusal) ?? ofLink(refusal, planned, known) ?? withoutField(refusal),
  }
}

/** The sentence of a refusal that depends on the day: a missing rate, or closed books. */
function ofDay({ code, params }: Refusal): string | undefined {
  if (code === 'fx_rate_missing')
    return `There is no rate from ${params.from} to ${params.to} for ${params.date}, nor for any of the 31 days before it: store one, or post the occurrence with a rate of its own.`
  if (code === 'locked')
    return `The books are closed through ${params.closed_through}, and the occurrence is of ${params.date}: open the books again, post it on another day, or skip it.`
  return undefined
}

/** A record that the draft names and that cannot be used any more. */
function ofLink({ errors = {} }: Refusal, { draft }: Planned, known: Known): string | undefined {
  for (const field of Object.keys(errors)) {
    const link = Object.entries(links).find(([end]) => field.endsWith(end))?.[1]
    if (link === undefined) continue
    const id = valueAt({ draft }, field)
    const choose = `choose another ${link} for the plan.`
    if (typeof id !== 'string')
      return link === 'account' ? 'There is no default account to use: choose one for the plan.' : undefined
    const record = known.isLoaded(link, id) ? known.find(link, id) : undefined
    if (!record) return `The ${link} of the plan is not there any more: ${choose}`
    const name = `The ${link} "${record.name}"`
    if (record.deleted_at !== null)
      return `${name} is in the trash: restore it, or choose another for the plan.`
    if ('is_active' in record && !record.is_active)
      return `${name} is deactivated: activate it, or choose another for the plan.`
    return `${name} cannot be used for it any more: ${choose}`
  }
  return undefined
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value)

/** The sentence of the refusal without the field that it begins with. */
function withoutField({ code, message }: Refusal): string {
  const [, colon = '', text = ''] = /^(?:draft[.\w]*)?(:?)\s*(.*)$/s.exec(message) ?? []
  const isSentence = colon === ':' || !message.startsWith('draft')
  return isSentence ? text.charAt(0).toUpperCase() + text.slice(1) : `${refusals[code].title}: it ${text}`
}
