import { refuse } from '../../contract/refusals.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { type AccountRow, isAsOf } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import { whyNotValued } from '../records/require.ts'
import { nearKey } from '../records/value.ts'

/** Only a thing or a debt of one's own, bound to a currency, is worth something without being money. */
export function checkValued(after: AccountRow, before: AccountRow | null): void {
  if (!after.is_valued) return
  const isDefault = before?.is_default && !before.is_valued
  const why = whyNotValued(after) ?? (isDefault ? 'default' : null)
  // The refusal names the changed field: the type or the currency.
  if (why)
    refuse('value_not_possible', {
      field: before?.is_valued ? fieldOf[why] : 'is_valued',
      name: after.name,
      why,
    })
}

const fieldOf = {
  type: 'type',
  claim: 'is_claim',
  system: 'is_valued',
  currency: 'currency_id',
  default: 'is_valued',
} as const

/** Values are in the currency of the account and on its normal side. No value is of a day that a balance as of a day covers. */
export function checkValues(known: Known, before: AccountRow, after: AccountRow): void {
  if (!known.find('has_values', before.id)) return
  const { id, name } = after
  if (
    before.type !== after.type ||
    before.is_claim !== after.is_claim ||
    before.currency_id !== after.currency_id
  )
    refuse('account_has_values', { name })
  if (!isAsOf(after)) return
  const last = coveredThrough(after)
  requireLoaded(known, { values_near: [nearKey(id, last, last)] })
  const [covered] = known.find('values_near', nearKey(id, last, last)) ?? []
  if (covered && covered.date <= last)
    refuse('value_covered', { field: 'balance_as_of', name, date: covered.date, as_of: after.as_of_date })
}
