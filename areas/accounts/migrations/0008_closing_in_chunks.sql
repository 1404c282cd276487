-- A day is closed in chunks of accounts, and an account gets a closing balance only where it differs from the last one.
-- So the days themselves are rows: when each ends, how far its closing has come, and whether all of it is done.
--@ sqlite
create table closing_days (
    closing_date text not null primary key,
    -- The first moment after the day. Days are written down before they begin.
    ended_at_us bigint not null,
    -- The last account that was looked at; null before the first.
    through_account text,
    accounts_count bigint not null default 0 check (accounts_count >= 0),
    -- Closing balances that were written.
    balances_count bigint not null default 0 check (balances_count >= 0),
    finished_at_us bigint
) without rowid;

-- Accounts whose first posting is of a day that was closed before it came: they get their closing balance afterwards.
create table closings_missing (
    ledger_account_id text not null primary key
) without rowid;
--@ postgres
create table closing_days (
    closing_date text not null primary key,
    ended_at_us bigint not null,
    through_account text,
    accounts_count bigint not null default 0 check (accounts_count >= 0),
    balances_count bigint not null default 0 check (balances_count >= 0),
    finished_at_us bigint
);

create table closings_missing (
    ledger_account_id text not null primary key
);
--@ both
create index closing_days_by_end on closing_days (ended_at_us);

-- What was posted on the day of the last posting, so that the balance before that day is known without reading postings:
-- when it began, and the sum since. Both are null where the beginning of the day was not known in time.
alter table ledger_accounts add column day_started_at_us bigint;
alter table ledger_accounts add column day_minor bigint
    check (day_minor between -9000000000000000000 and 9000000000000000000);
-- The moment of the last posting; null before the first, and on accounts that were posted to before this column was there:
-- `changed_at_us` is never before it.
alter table ledger_accounts add column last_posted_at_us bigint;
