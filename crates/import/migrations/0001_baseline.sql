-- An import of many rows, from the first row that is staged to the last that is in its table. It is decided at once, when
-- its state becomes APPLYING: from then on it can only be finished.
create table import_runs (
    import_id bigint not null primary key,
    state text not null check (state = 'STAGING' or state = 'STAGED' or state = 'APPLYING' or state = 'DONE'
        or state = 'GIVEN_UP'),
    -- 1 until it has ended, so that there is one at most.
    open_slot bigint unique check (open_slot = 1),
    -- Grows with every process that takes it over: one that wakes up late finds another number and changes nothing.
    attempt bigint not null check (attempt >= 1),
    leased_until_us bigint not null,
    operator text not null,
    -- SHA-256 of the files' names and contents.
    digest bytea not null,
    begun_at_us bigint not null,
    ended_at_us bigint,
    rows_count bigint not null default 0 check (rows_count >= 0),
    -- How far it is applied: the step, and within it the last key.
    step bigint not null default 0 check (step >= 0),
    through_key text not null default '',
    applied_count bigint not null default 0 check (applied_count >= 0),
    -- Who stopped it; null when the next run goes on.
    stopped_by text
);

-- The files of an import and what came of their rows.
create table import_files (
    import_id bigint not null references import_runs (import_id),
    file_number bigint not null,
    file text not null,
    created_count bigint not null default 0,
    changed_count bigint not null default 0,
    unchanged_count bigint not null default 0,
    -- Rows that were created or changed before the import began again: its next pass finds them unchanged.
    found_again bigint not null default 0,
    -- What is remarkable of rows that were taken, a line each, and the number of such rows.
    remarked_count bigint not null default 0,
    remarks text not null default '',
    primary key (import_id, file_number)
);

-- Imports that people have started over the bank API, from their approval to their end. They stay.
create table imports_started (
    number bigint not null primary key check (number >= 1),
    -- The name of the folder below the one where files come.
    folder text not null,
    -- JSON: SHA-256 of each approved file by its name.
    files text not null,
    operator text not null,
    -- JSON: the reason, the proposal, and who made and approved it, as entries of the trail have them.
    facts text not null,
    started_at_us bigint not null,
    state text not null check (state = 'WAITING' or state = 'RUNNING' or state = 'DONE' or state = 'REFUSED'),
    -- What it waits for, the report of its end as JSON, or why it ended.
    told text not null,
    ended_at_us bigint,
    check ((ended_at_us is null) = (state = 'WAITING' or state = 'RUNNING'))
);
-- A folder is imported once at a time.
create unique index imports_started_open on imports_started (folder) where ended_at_us is null;

-- Rows on their way. SQLite has them in a file of their own, where the indexes are built behind the rows.
create table import_rows (
    import_id bigint not null,
    group_number bigint not null,
    -- Rows are applied in the order of this key.
--@ sqlite
    chunk_key text not null,
--@ postgres
    chunk_key text collate "C" not null,
--@ both
    file_number bigint not null,
    line bigint not null,
    -- The number of the row in its file. Several rows of a JSON file may begin at one line, so that the line tells a person
    -- where to look, and the number which row it is. Rows of one key and file, which the indexes find together, are put in
    -- its order.
    row_number bigint not null default 0,
    -- A value that no other row of the file may have; null where the key is enough.
--@ sqlite
    unique_value text,
--@ postgres
    unique_value text collate "C",
--@ both
    cells bytea not null
);
--@ postgres
-- A publication of all tables takes changes only of rows that it can tell apart. An index for that would slow every row on its
-- way down, and rows are never changed here: all of their columns together tell them apart.
alter table import_rows replica identity full;
--@ both
create index import_rows_by_key on import_rows (import_id, group_number, chunk_key, file_number, line);
create index import_rows_by_value on import_rows (import_id, file_number, unique_value, line)
    where unique_value is not null;
