import { type Sql, sql } from '../database/sql.ts'

/**
 * The balance of an account at the end of each day of which a value was stated is that value, its difference is at the rate of the value, and no
 * difference leads to a value that nobody stated.
 */
export const statedValues: Sql = sql`
  with lines as (
    select book_id, debit_account_id as account_id, currency_id, date, amount from entries where until_version is null
    union all
    select book_id, credit_account_id, currency_id, date, -amount from entries where until_version is null),
  stated as (
    select v.book_id, v.account_id, v.date, v.currency_id, v.amount, v.fx_rate, v.fx_source, a.name, a.type, a.role, a.is_claim, a.deleted_at,
           a.currency_id as account_currency, case a.type when 'asset' then 1 else -1 end as side,
           a.as_of_date - case when a.as_of_includes_day then 0 else 1 end as covered
    from stated_values v left join accounts a on a.book_id = v.book_id and a.id = v.account_id),
  held as (
    select s.book_id, s.account_id, s.date, coalesce(sum(l.amount), 0) as amount
    from stated s left join lines l on l.book_id = s.book_id and l.account_id = s.account_id and l.currency_id = s.currency_id and l.date <= s.date
    group by s.book_id, s.account_id, s.date),
  posted as (
    select t.book_id, t.account_id, t.date, t.amount, t.currency_id, t.fx_rate, t.other_source from transactions t
    where t.kind = 'value' and t.deleted_at is null)
  select s.book_id, format('the account "%s" (%s) was worth %s minor units of %s on %s, as somebody stated, but its entries come to %s', s.name,
           s.account_id, s.amount, s.currency_id, s.date, s.side * h.amount) as sentence
  from stated s join held h on h.book_id = s.book_id and h.account_id = s.account_id and h.date = s.date
  where s.side * h.amount <> s.amount
  union all
  select s.book_id, format('the difference to the value of "%s" (%s) on %s is at a rate of %s, and the value at %s', s.name, s.account_id, s.date,
           trim_scale(p.fx_rate), trim_scale(s.fx_rate))
  from stated s join posted p on p.book_id = s.book_id and p.account_id = s.account_id and p.date = s.date
  where (p.fx_rate, p.other_source) is distinct from (s.fx_rate, 'found')
  union all
  select p.book_id, format('the difference of %s minor units of %s on %s leads to a value that nobody stated', p.amount, p.currency_id, p.date)
  from posted p left join stated s on s.book_id = p.book_id and s.account_id = p.account_id and s.date = p.date where s.date is null
  union all
  select s.book_id, format('the account "%s" (%s) of type %s in %s has a value of %s in %s, which does not fit', s.name, s.account_id, s.type,
           coalesce(s.account_currency, 'any currency'), s.date, s.currency_id)
  from stated s join books b on b.id = s.book_id
  where s.type is null or s.type not in ('asset', 'liability') or s.role is not null or s.is_claim or s.deleted_at is not null
     or s.account_currency is distinct from s.currency_id or (s.fx_source = 'base') <> (s.currency_id = b.base_currency_id)
     or s.fx_rate in ('NaN', 'Infinity') or s.date <= s.covered
  union all
  select a.book_id, format('the account "%s" (%s) is worth something, which an account of type %s in %s is not', a.name, a.id, a.type,
           coalesce(a.currency_id, 'any currency'))
  from accounts a
  where a.is_valued and (a.type not in ('asset', 'liability') or a.role is not null or a.is_claim or a.currency_id is null or a.is_default)`
