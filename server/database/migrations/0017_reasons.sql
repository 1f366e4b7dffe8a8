-- The reason of a row as codes and values beside its English sentence, so that it can be said in the language of whoever asks; null for rows of before, which
-- keep their sentence. It is json as its neighbours are: an unchanged row is found again by its text.
alter table import_rows add column reasons json;

-- The same of a file that cannot be read: the words and values of its fault. Null of faults of before, which stay as they were said.
alter table imports add column fault_said json;

-- As before: the values of a reason are what was read, too.
create or replace function erase_records(erasing_book uuid, erasing_version bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  names text[];
  ids uuid[];
  freed bigint;
  removed integer;
begin
  -- The name of a value is not an id: it has its day in it.
  select array_agg(record_id), array_agg(record_id::uuid) filter (where resource <> 'value') into names, ids
  from events where book_id = erasing_book and version = erasing_version and action = 'erased' and before is null and after is null;
  if ids is null or not exists (select 1 from books where id = erasing_book and version = erasing_version) then
    raise exception 'version % of book % deletes nothing for good', erasing_version, erasing_book;
  end if;
  if exists (select 1 from accounts where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from contacts where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from categories where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from obligations where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from transactions where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from plans where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from goals where book_id = erasing_book and id = any (ids) and deleted_at is null)
    or exists (select 1 from stated_values where book_id = erasing_book and account_id || '/' || date = any (names))
    or exists (select 1 from import_rules where book_id = erasing_book and id = any (ids) and deleted_at is null) then
    raise exception 'version % of book % deletes for good what is not in the trash', erasing_version, erasing_book;
  end if;
  delete from plan_occurrences where book_id = erasing_book and plan_id = any (ids);
  delete from plans where book_id = erasing_book and id = any (ids);
  delete from goal_moves where book_id = erasing_book and (id = any (ids) or goal_id = any (ids));
  delete from goals where book_id = erasing_book and id = any (ids);
  delete from import_rules where book_id = erasing_book and id = any (ids);
  delete from entries where book_id = erasing_book and transaction_id = any (ids);
  get diagnostics removed = row_count;
  delete from transactions where book_id = erasing_book and id = any (ids);
  delete from obligations where book_id = erasing_book and id = any (ids);
  delete from categories where book_id = erasing_book and id = any (ids);
  delete from contacts where book_id = erasing_book and id = any (ids);
  -- A reconciliation is deleted with its account only, which nothing was ever posted to.
  delete from reconciliations where book_id = erasing_book and id = any (ids) and account_id = any (ids);
  delete from balances where book_id = erasing_book and account_id = any (ids);
  delete from totals where book_id = erasing_book and account_id = any (ids);
  delete from accounts where book_id = erasing_book and id = any (ids);
  -- As much as the service counted when it was written.
  select coalesce(sum(coalesce(octet_length(before::text), 0) + 2 * coalesce(octet_length(after::text), 0)), 0) into freed
  from events where book_id = erasing_book and record_id = any (names);
  update events set before = null, after = null, salt = null, date_before = null, date_after = null
  where book_id = erasing_book and record_id = any (names) and version < erasing_version;
  update books set row_count = row_count - removed, byte_count = byte_count - freed where id = erasing_book;
  -- Of the lines of files that became these records, a hash stays, so that they do not come back in silence, and nothing that was read.
  update import_rows set date = null, amount = null, currency_id = null, reason = 'It was deleted for good.',
    reasons = '[{"code":"erased","params":{}}]', of_record = null, draft = null,
    suggestion = null, decision = null, search = '', file_row = ('{"n":' || n::text || ',"line":' || coalesce((file_row -> 'line')::text, 'null') || ',"text":""}')::json
  where book_id = erasing_book and transaction_id = any (ids);
  update import_rows r set reason = '', reasons = '[]', of_record = null from imports i
  where i.book_id = erasing_book and i.status <> 'committed' and r.book_id = erasing_book and r.import_id = i.id
    and r.of_record is not null and r.of_record ->> 'id' = any (names);
  -- A long reply shows many records, and searching it takes long: it is erased whatever it shows. The hash of the request goes too, since
  -- it would confirm a guess of what was erased.
  update idempotency_keys set reply = null, request_hash = ''
  where book_id = erasing_book and reply is not null
    and (octet_length(reply) > 262144 or exists (select 1 from regexp_matches(reply, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') shown where shown[1] = any (names)));
end
$$;
