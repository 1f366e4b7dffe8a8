import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'

/** The section of an account: assets are money, claims or things; exchange gains and losses are apart from other income, and changes in value from other equity. */
export const sectionOf = (of: Sql): Sql => sql`
  case when ${of}.type = 'asset' then case when ${of}.is_claim then 'claim' when ${of}.is_valued then 'thing' else 'money' end
       when ${of}.role = 'exchange_gains' then 'exchange' when ${of}.role = 'value_changes' then 'value' else ${of}.type end`

/** Whether debits add to the accounts of a section. */
export const isDebitSection = (section: string): boolean =>
  ['money', 'claim', 'thing', 'expense'].includes(section)

/** Whether the account of a transaction `t` holds money or is a liability. An obligation may name its category's account instead. */
export const hasMoneyAccount = (book: BookRow): Sql => sql`
  exists (select from accounts m where m.book_id = ${book.id} and m.id = t.account_id and m.type in ('asset', 'liability'))`

/** The account of the entry `e` that money of a debt's transaction `t` came to or left: neither the debt's own account nor one of Florin's. */
export const moneyAccount = (book: BookRow): Sql => sql`
  case when t.kind in ('obligation', 'payment', 'write_off') then
    (select m.id from accounts m
     where m.book_id = ${book.id} and m.id in (e.debit_account_id, e.credit_account_id)
       and m.type in ('asset', 'liability') and not m.is_claim and m.role is null
       and m.id is distinct from (select o.claim_account_id from obligations o where o.book_id = ${book.id} and o.id = t.obligation_id)
     limit 1) end`
