-- What spec section 2.2 shows of an account beside its money, which the ledger holds.
create table branches (
    branch_id text primary key,
    name text not null,
    bic text not null,
    correspondent_account text not null,
    city text not null
);

create table accounts (
    number text primary key references ledger_accounts (ledger_account_id),
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
);

create index accounts_of_company on accounts (cnum, number);

-- Accounts of natural persons: payroll pays into them, the accounts operations never show them.
create table employees_accounts (
    number text primary key references ledger_accounts (ledger_account_id),
    branch_id text not null references branches (branch_id),
    last_name text not null,
    first_name text not null,
    middle_name text not null,
    -- The company whose salary project the account is attached to; null when none.
    salary_project_cnum text
);

create index employees_accounts_of_project on employees_accounts (salary_project_cnum, number);
