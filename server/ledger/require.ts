import { currencyFacts } from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Known } from './known.ts'
import type { ContactRow } from './records.ts'

/** The id of a currency that there is. */
export const requireCurrency = (id: string, field = 'currency_id'): string =>
  currencyFacts(id)?.id ?? refuse('currency_not_found', { field, id: id.slice(0, 20) })

/** A contact that is not in the trash; one that a record has already may stay, whatever became of it. */
export function requireContact(
  known: Known,
  id: string,
  stored: string | null | undefined,
  field = 'contact_id',
): ContactRow {
  const contact = known.find('contact', id)
  const isUsable = contact && (contact.deleted_at === null || contact.id === stored)
  return isUsable ? contact : refuse('contact_not_found', { field })
}
