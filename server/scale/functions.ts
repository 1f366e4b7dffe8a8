/**
 * The functions that `scale/on-shard.ts` calls, on the node that has the book. A statement is prepared once for each session and shard.
 *
 * Citus does not see writes that bypass it, and would lose them while a shard moves. So `hold_shard` takes the lock that Citus itself takes
 * for a write, until the end of the transaction (5 is PostgreSQL's share lock), and then checks whether the shard is here. Only the owner of
 * a table may take it.
 */
export const functions = `
create or replace function hold_shard(shard bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform lock_shard_metadata(5, array[shard]);
  if not exists (
    select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = shard
  ) then
    raise 'shard % is on another node', shard using errcode = 'serialization_failure';
  end if;
end $$;

create or replace function prepared_on_shard(book uuid, statement text) returns text
  language plpgsql
as $$
declare
  shard bigint := get_shard_id_for_distribution_column('books', book);
  prepared text := 'shard_' || shard || '_' || md5(statement);
  one record;
begin
  perform hold_shard(shard);
  if exists (select from pg_prepared_statements where name = prepared) then
    return prepared;
  end if;
  if (select count(*) from pg_prepared_statements) > 300 then
    for one in select name from pg_prepared_statements where name ~ '^shard_' loop
      execute format('deallocate %I', one.name);
    end loop;
  end if;
  for one in
    select p.logicalrelid::regclass::text as name, s.shardid
    from pg_dist_shard b
    join pg_dist_partition o on o.logicalrelid = b.logicalrelid
    join pg_dist_partition p on p.colocationid = o.colocationid
    join pg_dist_shard s on s.logicalrelid = p.logicalrelid and s.shardminvalue = b.shardminvalue
    where b.shardid = shard
  loop
    statement := replace(statement, '@' || one.name || '@', one.name || '_' || one.shardid);
  end loop;
  execute format('prepare %I as %s', prepared, statement);
  return prepared;
end $$;

create or replace function execution_on_shard(book uuid, statement text, arguments text[]) returns text
  language sql
as $$
  select format('execute %I(%s)', prepared_on_shard(book, statement), string_agg(quote_nullable(argument), ',' order by place))
  from unnest(arguments) with ordinality a (argument, place)
$$;

create or replace function read_on_shard(book uuid, statement text, arguments text[])
  returns table (part text, book_id uuid, list json)
  language plpgsql set plan_cache_mode = force_generic_plan
as $$
begin
  return query execute execution_on_shard(book, statement, arguments);
end $$;

create or replace function write_on_shard(book uuid, statement text, arguments text[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan
as $$
begin
  execute execution_on_shard(book, statement, arguments);
end $$;
`

/** Each node calls these by itself. */
export const local = [
  'hold_shard(bigint)',
  'prepared_on_shard(uuid, text)',
  'execution_on_shard(uuid, text, text[])',
]
/** Citus runs these on the node of the book. */
export const delegated = ['read_on_shard(uuid, text, text[])', 'write_on_shard(uuid, text, text[])']
