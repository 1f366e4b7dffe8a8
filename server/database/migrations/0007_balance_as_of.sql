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
