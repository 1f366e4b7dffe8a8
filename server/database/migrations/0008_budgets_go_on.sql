-- A budget goes on from its month until another one is given or it is ended. A row can have two parts: an amount for its month alone, as every
-- row has had until now, and an amount that runs from its month on. So budgets of before stay months alone, and no figure of the past changes.
-- running_until is the first month in which the running one no longer holds; 2200-01, which is after every month, while it has no end. The
-- columns are null where nothing runs from the month, so no row is rewritten.
alter table budgets alter column amount drop not null, alter column rollover drop not null;
alter table budgets
  add column running_amount bigint,
  add column running_rollover boolean,
  add column running_until text;
