-- The double-entry ledger. Amounts are signed hundredths: a credit is positive, a debit negative, so the
-- postings of one entry add up to zero in every currency and the balance of a customer's account is the
-- money the bank owes to the customer.
create table ledger_accounts (
    ledger_account_id text primary key,
    class text not null check (class in ('CUSTOMER', 'INTERNAL')),
    currency text not null,
    is_open boolean not null,
    -- The sum of the account's postings, kept by the unit of work that writes them.
    balance_minor bigint not null default 0
        check (balance_minor between -4000000000000000000 and 4000000000000000000),
    -- The sum of the holds that are not released.
    held_minor bigint not null default 0 check (held_minor between 0 and 9000000000000000),
    -- The sum of the credit limits.
    limit_minor bigint not null default 0 check (limit_minor between 0 and 9000000000000000),
    -- The moment of the last posting, hold, release or limit; null before the first.
    changed_at_us bigint,
    -- What a customer may spend is never below zero, whatever is posted at once.
    constraint ledger_accounts_available
        check (class <> 'CUSTOMER' or balance_minor - held_minor + limit_minor >= 0),
    constraint ledger_accounts_closed_empty
        check (is_open or (balance_minor = 0 and held_minor = 0 and limit_minor = 0))
);

create table journal_entries (
    entry_id bytea primary key,
    idempotency_key text not null unique,
    -- SHA-256 of what the entry moves: the same key with another content is refused.
    fingerprint bytea not null,
    kind text not null,
    posted_at_us bigint not null,
    value_date text not null,
    description text not null,
    postings_count bigint not null check (postings_count >= 2)
);

create table postings (
    entry_id bytea not null references journal_entries (entry_id),
    line bigint not null,
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    -- The equivalent in the national currency, present when the entry moves several currencies.
    national_minor bigint,
    posted_at_us bigint not null,
    primary key (entry_id, line)
);

create index postings_of_account on postings (ledger_account_id, posted_at_us);

create table holds (
    hold_id text primary key,
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    amount_minor bigint not null check (amount_minor > 0),
    placed_at_us bigint not null,
    released_at_us bigint check (released_at_us >= placed_at_us),
    description text not null
);

create index holds_of_account on holds (ledger_account_id);

create table credit_limits (
    limit_id text primary key,
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    kind text not null check (kind in ('CREDIT_LINE', 'OVERDRAFT')),
    amount_minor bigint not null check (amount_minor >= 0),
    granted_at_us bigint not null
);

create index credit_limits_of_account on credit_limits (ledger_account_id);

-- What `units` units of a currency cost on a day, in millionths of a rouble.
create table day_rates (
    currency text not null,
    rate_date text not null,
    units bigint not null check (units between 1 and 1000000),
    rate_micro bigint not null check (rate_micro between 1 and 9000000000000000),
    primary key (currency, rate_date)
);

-- The ledger balance with which an account ended a day of the bank.
create table closing_balances (
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    closing_date text not null,
    balance_minor bigint not null,
    closed_at_us bigint not null,
    primary key (ledger_account_id, closing_date)
);
