-- Whose books count: this program's ledger, or the bank's core, whose books this database shows. It is chosen once.
create table bank_books (
    alone bigint not null primary key check (alone = 1),
    keeper text not null check (keeper = 'LEDGER' or keeper = 'CORE'),
    -- The last day of which the core has told that nothing is booked on it any more.
    closed_through text
);

-- How far each system of the core has told what it books.
create table core_feeds (
    system text not null primary key,
    last_number bigint not null check (last_number >= 0),
    taken_at_us bigint not null
);

-- What the core has told and these books do not have so: a fact that was refused, until it comes again and is taken, and
-- a balance that is another here, until one agrees.
create table core_differences (
    system text not null,
    number bigint not null,
    account text,
    code text not null,
    message text not null,
    told_minor bigint,
    here_minor bigint,
    told_at_us bigint not null,
    primary key (system, number)
);
create index core_differences_of_account on core_differences (account) where account is not null;

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
