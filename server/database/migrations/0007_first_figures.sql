-- The first figures that a person checks: a balance as of a day, budgets that go on, and the ECB's rates for those who want them.

-- A balance that was said as of a day: people know what is in the bank today, not what was there when their first entry was made. The
-- opening of the account follows its entries up to that day, so that the balance stays what was said. All columns are null, or none is.
-- The rate is that of the day, found or given once, so that no entry ever fails for want of a rate of the opening.
alter table accounts
  add column as_of_date date,
  add column as_of_amount bigint,
  add column as_of_currency_id text,
  add column as_of_includes_day boolean,
  add column as_of_fx_rate numeric,
  add column as_of_fx_source text,
  add column as_of_fx_date date;

-- A budget goes on from its month until another one is given or it is ended. A row can have two parts: an amount for its month alone, as every
-- row has had until now, and an amount that runs from its month on. So budgets of before stay months alone, and no figure of the past changes.
-- running_until is the first month in which the running one no longer holds; 2200-01, which is after every month, while it has no end. The
-- columns are null where nothing runs from the month, so no row is rewritten.
alter table budgets alter column amount drop not null, alter column rollover drop not null;
alter table budgets
  add column running_amount bigint,
  add column running_rollover boolean,
  add column running_until text;

-- Whether somebody wants the ECB's daily rates for a book: while any book has it, the service fetches them. The index has only such books, so that
-- the job which looks for one every few seconds reads no others.
alter table books add column ecb_rates boolean not null default false;
create index books_with_ecb_rates on books (id) where ecb_rates;
