-- Rolls: lists of employees with sums that are no statement. One that was prepared from a file waits for a few days; a
-- template stays until somebody deletes it.
create table payroll_rolls (
    roll_id bytea not null primary key,
    cnum text not null,
    kind text not null check (kind = 'PREPARED' or kind = 'TEMPLATE'),
    -- The name of the file, or the one that somebody gave.
    name text not null,
    created_by text not null,
    created_at_us bigint not null,
    -- The moment from which on a prepared roll is forgotten.
    expires_at_us bigint,
    rows_count bigint not null check (rows_count between 1 and 10000),
    -- The sum of the amounts that could be read; null when it is out of range.
    total_minor bigint,
    -- The roll itself, a JSON object: columns by their names in a request, rows with their numbers and cells.
    roll text not null,
    -- What is known of the statement that it becomes.
    account text,
    enrollment_code text,
    income_code bigint check (income_code between 1 and 5),
    purpose text,
    statement_date text,
    period_year bigint,
    period_month bigint check (period_month between 1 and 12),
    check ((kind = 'PREPARED') = (expires_at_us is not null)),
    check ((period_year is null) = (period_month is null))
);

create index payroll_rolls_by_company on payroll_rolls (cnum, kind, created_at_us desc, roll_id);

-- The number of corrections of a transfer and one: what a correction compares, so that of two people at one row the
-- second is told, and two people at two rows do not notice each other.
alter table payroll_transfers add column version bigint not null default 1;
