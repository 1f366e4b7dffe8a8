-- A file of another program brings more than rows: its accounts, groups of categories, budgets, recurring payments, rules and rates. `besides` has them as they
-- are read, until the commit records them; `brings` has what is said of them, with what a person switched off, and stays.
alter table imports
  add column besides json,
  add column brings json;
