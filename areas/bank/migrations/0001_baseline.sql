-- The bank's systems that call the bank API.
create table bank_systems (
    system_name text not null primary key,
    -- The kind of systems, which decides which orders it is handed.
    role text not null,
    -- The point on P-256, uncompressed, of the key with which it signs its assertions.
    public_key bytea not null,
    added_at_us bigint not null,
    added_by text not null,
    closed_at_us bigint,
    closed_by text,
    check ((closed_at_us is null) = (closed_by is null))
);

-- Systems to which orders are sent as soon as there are some, so that they need not ask.
create table bank_pushes (
    system_name text not null primary key references bank_systems (system_name),
    address text not null,
    -- Sealed: the secrets that sign what is sent.
    secret bytea not null,
    -- The number through which orders have arrived.
    arrived_through bigint not null default 0,
    -- Tries in a row that were not taken, and the moment of the first.
    failures bigint not null default 0 check (failures >= 0),
    failing_since_us bigint,
    check ((failures = 0) = (failing_since_us is null))
);

-- Tokens that were given to systems, and to people of the bank.
create table bank_tokens (
    -- SHA-256 of the token.
    token_hash bytea not null primary key,
    system_name text references bank_systems (system_name),
    operator_name text references operators (operator_name),
    expires_at_us bigint not null,
    check ((system_name is null) <> (operator_name is null))
);
create index bank_tokens_of_system on bank_tokens (system_name);
create index bank_tokens_expired on bank_tokens (expires_at_us);

-- Assertions that were used: none works twice.
create table bank_assertions (
    -- The issuer: a system, or `operator:` and a person of the bank.
    issuer text not null,
    assertion_id text not null,
    expires_at_us bigint not null,
    primary key (issuer, assertion_id)
);
create index bank_assertions_expired on bank_assertions (expires_at_us);
