--@ expands
-- The numbers that accounts of the bank's own have in its other books. The ledger knows them by their purposes.
create table internal_accounts (
    ledger_account_id text not null primary key,
    account_number text not null unique
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- Balances that the core had at the end of days, as long as they are needed: until one of a later day agrees. The last one
-- that agrees stays, so that an older one that comes again is known to be over.
create table core_balances (
    account text not null,
    balance_date text not null,
    balance_minor bigint not null,
    -- A balance waits until its day is closed here. One that differs is a break, until one of a later day agrees or
    -- somebody has written it off.
    verdict text not null check (verdict = 'WAITING' or verdict = 'AGREES' or verdict = 'DIFFERS'
        or verdict = 'WRITTEN_OFF'),
    -- The balance here; null before the comparison, and where there is no such account.
    here_minor bigint,
    primary key (account, balance_date)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
create index core_balances_waiting on core_balances (balance_date, account) where verdict = 'WAITING';
create index core_balances_differing on core_balances (account, balance_date) where verdict = 'DIFFERS';
