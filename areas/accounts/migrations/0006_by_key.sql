-- Accounts are read by their numbers, closings by account and day. SQLite kept these tables by a row number of its own, so
-- that each reading went down two trees, the index of the key and the rows. Kept by their keys they are one tree each. The
-- rows move aside and back, and references are looked at again once everything is in its place. PostgreSQL has heaps only.
--@ sqlite
pragma defer_foreign_keys = on;

create table branches_kept as select * from branches;
drop table branches;
create table branches (
    branch_id text not null primary key,
    name text not null,
    bic text not null,
    correspondent_account text not null,
    city text not null
) without rowid;
insert into branches (branch_id, name, bic, correspondent_account, city)
    select branch_id, name, bic, correspondent_account, city from branches_kept;
drop table branches_kept;

create table ledger_accounts_kept as select * from ledger_accounts;
drop table ledger_accounts;
create table ledger_accounts (
    ledger_account_id text not null primary key,
    class text not null check (class in ('CUSTOMER', 'INTERNAL')),
    currency text not null,
    is_open boolean not null,
    balance_minor bigint not null default 0
        check (balance_minor between -4000000000000000000 and 4000000000000000000),
    held_minor bigint not null default 0 check (held_minor between 0 and 9000000000000000),
    limit_minor bigint not null default 0 check (limit_minor between 0 and 9000000000000000),
    changed_at_us bigint,
    first_posted_at_us bigint,
    constraint ledger_accounts_available
        check (class <> 'CUSTOMER' or balance_minor - held_minor + limit_minor >= 0),
    constraint ledger_accounts_closed_empty
        check (is_open or (balance_minor = 0 and held_minor = 0 and limit_minor = 0))
) without rowid;
insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, held_minor, limit_minor,
    changed_at_us, first_posted_at_us)
    select ledger_account_id, class, currency, is_open, balance_minor, held_minor, limit_minor,
    changed_at_us, first_posted_at_us from ledger_accounts_kept;
drop table ledger_accounts_kept;

create table accounts_kept as select * from accounts;
drop table accounts;
create table accounts (
    number text not null primary key references ledger_accounts (ledger_account_id),
    document_id text not null unique,
    type bigint not null check (type in (1, 2, 4, 5)),
    mode bigint not null check (mode in (0, 1, 2, 3)),
    name text not null,
    international_name text not null,
    cnum text not null,
    organization_id text not null,
    operation_currency text not null,
    branch_id text not null references branches (branch_id),
    trust_management boolean not null,
    trust_management_name text not null,
    trust_management_international_name text not null
) without rowid;
create index accounts_of_company on accounts (cnum, number);
insert into accounts (number, document_id, type, mode, name, international_name, cnum, organization_id,
    operation_currency, branch_id, trust_management, trust_management_name, trust_management_international_name)
    select number, document_id, type, mode, name, international_name, cnum, organization_id,
    operation_currency, branch_id, trust_management, trust_management_name, trust_management_international_name
    from accounts_kept;
drop table accounts_kept;

create table closing_balances_kept as select * from closing_balances;
drop table closing_balances;
create table closing_balances (
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    closing_date text not null,
    balance_minor bigint not null,
    closed_at_us bigint not null,
    primary key (ledger_account_id, closing_date)
) without rowid;
insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us)
    select ledger_account_id, closing_date, balance_minor, closed_at_us from closing_balances_kept;
drop table closing_balances_kept;
