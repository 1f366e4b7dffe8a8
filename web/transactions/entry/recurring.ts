import { emptyPlan, type PlanForm } from '../../plans/plan-form.ts'
import { fieldOfAmount } from '../../ui/amount-input.ts'
import { capital } from '../../ui/wording.ts'
import type { EntryBook } from './book.ts'
import type { Reading } from './reading.ts'
import type { Offer } from './unread.ts'

const kinds = { spent: 'expense', got: 'income', moved: 'transfer' } as const

/** An entry that comes again, as the form of a plan: it begins on the day of the entry. */
export function recurringForm(
  { kind, amount, category, account, to_account, contact, day }: Reading,
  { rhythm, memo }: Extract<Offer, { does: 'plan' }>,
  { base_currency_id }: Pick<EntryBook, 'base_currency_id'>,
): PlanForm {
  const currency_id = amount?.currency_id ?? account?.currency_id ?? base_currency_id
  const isMove = kind === 'moved'
  return {
    ...emptyPlan(day, currency_id),
    kind: kind === 'got' || isMove ? kinds[kind] : kinds.spent,
    name: capital(memo ?? category?.name ?? ''),
    amount: amount ? fieldOfAmount(amount.minor, currency_id) : '',
    category_id: category?.id ?? null,
    asset_account_id: isMove ? null : (account?.id ?? null),
    from_account_id: isMove ? (account?.id ?? null) : null,
    to_account_id: to_account?.id ?? null,
    contact_id: contact?.id ?? null,
    every: String(rhythm.every),
    unit: rhythm.unit,
  }
}
