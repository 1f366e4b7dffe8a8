import type { ContactBalance } from '../../contract/contacts.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Debt } from '../records/obligation.ts'

/** The outstanding amounts of obligations with a contact, added up; bigints are text inside JSON, so that none is rounded. */
export type OwedBalance = {
  currency_id: string
  direction: Debt['direction']
  amount: string
  base_amount: string
}

const openIn = (book: BookRow): Sql => sql`
  obligations o where o.book_id = ${book.id} and o.deleted_at is null and o.outstanding_amount > 0`

/**
 * The outstanding amounts with each contact of a list, by currency and direction. Contacts with open obligations are looked up once for the
 * whole list: if most debts are those of one contact, PostgreSQL would scan all of them for each contact.
 */
export const owedWith = (book: BookRow, contactId: Sql): Sql => sql`
  case when ${contactId} in (select o.contact_id from ${openIn(book)}) then
    (select json_agg(one) from (
       select o.currency_id, o.direction, sum(o.outstanding_amount)::text as amount, sum(o.outstanding_base)::text as base_amount
       from ${openIn(book)} and o.contact_id = ${contactId}
       group by o.currency_id, o.direction order by o.currency_id, o.direction) one)
  else '[]' end`

const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + BigInt(amount), 0n)

/** The amounts owed each way, by currency and in the base currency at book value. */
export function balanceOf({ base_currency_id: base }: BookRow, owed: readonly OwedBalance[]): ContactBalance {
  const worth = (direction: Debt['direction']) =>
    sum(owed.filter((one) => one.direction === direction).map(({ base_amount }) => base_amount))
  const [receivable, payable] = [worth('receivable'), worth('payable')]
  return {
    currencies: [...Map.groupBy(owed, ({ currency_id }) => currency_id)].map(([currency_id, rows]) => {
      const of = (direction: Debt['direction']) =>
        sum(rows.filter((one) => one.direction === direction).map(({ amount }) => amount))
      const [owedToMe, owedByMe] = [of('receivable'), of('payable')]
      return {
        currency_id,
        receivable: amountToApi(owedToMe, currency_id),
        payable: amountToApi(owedByMe, currency_id),
        net: amountToApi(owedToMe - owedByMe, currency_id),
      }
    }),
    receivable_base: amountToApi(receivable, base),
    payable_base: amountToApi(payable, base),
    net_base: amountToApi(receivable - payable, base),
  }
}
