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

insert into journal_numbers (entry_id) select entry_id from journal_entries;

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
--@ both
