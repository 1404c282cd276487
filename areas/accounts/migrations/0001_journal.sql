-- The place of each entry in the journal that the bank's other systems read. It is given when it is read for the first
-- time, to committed entries alone, by one unit at a time: a reader that goes on after the last number misses none.
create table journal_numbers (
    entry_id bytea not null primary key,
    -- Without gaps from one restore of the database to the next; null until the journal is read.
    number bigint check (number >= 1),
    -- Its number among the entries of its day, without gaps, given with the other.
    day_number bigint check (day_number >= 1)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
create unique index journal_numbers_by_number on journal_numbers (number) where number is not null;
create index journal_numbers_waiting on journal_numbers (entry_id) where number is null;

-- The one row that units which give numbers take in turns.
create table journal_counter (
    alone bigint not null primary key check (alone = 1),
    last_number bigint not null check (last_number >= 0)
);
insert into journal_counter (alone, last_number) values (1, 0);

-- The last number that was given on a day.
create table journal_days (
    posting_date text not null primary key,
    last_number bigint not null check (last_number >= 1)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- A number that was given stays.
--@ sqlite
create trigger journal_numbers_stay before update on journal_numbers when old.number is not null
begin select raise(abort, 'a number of the journal stays'); end;
--@ postgres
create function journal_numbers_stay() returns trigger language plpgsql as $$
begin raise exception 'a number of the journal stays'; end $$;
-- Before the change each row would be locked to be looked at, and thousands are numbered at once.
create trigger journal_numbers_stay after update on journal_numbers
for each row when (old.number is not null) execute function journal_numbers_stay();
-- At the end of the unit an entry has its postings, which add up to zero in every currency. A trigger that waits so long is
-- called for each row, and bunches have thousands: so each statement leaves one row, which waits for all its entries.
create table awaited_postings (
    first_entry_id bytea not null primary key,
    entry_ids bytea[] not null,
    postings_counts bigint[] not null
);
-- The row is gone before anybody sees it. It is found by its place, which keeps units of work from disturbing each other.
create function journal_entries_await_postings() returns trigger language plpgsql as $body$
declare
    place tid;
begin
    insert into awaited_postings (first_entry_id, entry_ids, postings_counts)
        select (array_agg(added.entry_id))[1], array_agg(added.entry_id), array_agg(added.postings_count)
        from added having count(1) > 0 returning ctid into place;
    delete from awaited_postings where ctid = place;
    return null;
end;
$body$;
create trigger journal_entries_await_postings after insert on journal_entries
    referencing new table as added for each statement execute function journal_entries_await_postings();
create function journal_entries_refuse_unbalanced() returns trigger language plpgsql as $body$
declare
    wrong bytea;
begin
    select c.entry_id into wrong from (
            select e.entry_id, e.postings_count, count(p.line) as lines, sum(p.amount_minor) as sum
            from unnest(new.entry_ids, new.postings_counts) as e (entry_id, postings_count)
            left join postings p on p.entry_id = e.entry_id group by e.entry_id, e.postings_count, p.currency) c
        group by c.entry_id, c.postings_count
        having sum(c.lines) <> c.postings_count or bool_or(c.sum <> 0) limit 1;
    if found then
        raise exception 'the entry % does not add up', (select j.idempotency_key from journal_entries j
            where j.entry_id = wrong) using errcode = 'integrity_constraint_violation';
    end if;
    return null;
end;
$body$;
create constraint trigger journal_entries_refuse_unbalanced after insert on awaited_postings
    deferrable initially deferred for each row execute function journal_entries_refuse_unbalanced();
--@ both
