-- The keys that sign tokens. The private half is sealed with a key that is not in the database.
create table signing_keys (
    kid text not null primary key,
    algorithm text not null check (algorithm in ('ES256', 'RS256')),
    state text not null check (state in ('NEXT', 'ACTIVE', 'RETIRED')),
    sealed_private_key bytea not null,
    public_key bytea not null,
    created_at_us bigint not null,
    retired_at_us bigint,
    check ((retired_at_us is not null) = (state = 'RETIRED'))
);

create unique index signing_keys_one_active on signing_keys (algorithm) where state = 'ACTIVE';
create unique index signing_keys_one_next on signing_keys (algorithm) where state = 'NEXT';

-- What a login leaves behind until the client's server fetches its tokens. The code itself is not here.
create table authorization_codes (
    code_hash bytea not null primary key,
    session_id text not null unique,
    client_id text not null,
    user_id text not null,
    cnum text not null,
    redirect_uri text not null,
    code_challenge text not null,
    nonce text,
    scope text not null,
    max_age_s bigint check (max_age_s between 0 and 86400),
    authenticated_at_us bigint not null,
    expires_at_us bigint not null,
    redeemed_at_us bigint
);

create index authorization_codes_by_expiry on authorization_codes (expires_at_us);

-- One login of one user through one client. One row, however often it is refreshed: the texts of older refresh
-- tokens are recognised by what they carry, so that only the hash of the present one and of the one before is kept.
create table sessions (
    session_id text not null primary key,
    client_id text not null,
    user_id text not null,
    cnum text not null,
    scope text not null,
    max_age_s bigint check (max_age_s between 0 and 86400),
    authenticated_at_us bigint not null,
    created_at_us bigint not null,
    expires_at_us bigint not null,
    refresh_generation bigint not null check (refresh_generation >= 0),
    refresh_hash bytea not null,
    previous_refresh_hash bytea,
    refreshed_at_us bigint,
    ended_at_us bigint,
    end_reason text check (end_reason in ('LOGOUT', 'REVOKED_BY_CLIENT', 'CODE_REPLAYED', 'REFRESH_REUSED', 'USER_LOCKED',
        'CLIENT_DISABLED', 'OPERATOR')),
    check ((ended_at_us is null) = (end_reason is null)),
    check ((previous_refresh_hash is null) = (refreshed_at_us is null))
);

create index sessions_by_user on sessions (user_id) where ended_at_us is null;
create index sessions_by_client on sessions (client_id) where ended_at_us is null;
create index sessions_by_expiry on sessions (expires_at_us);

-- What other processes have to learn within two seconds. The number comes from one row that every revocation
-- changes, so that a revocation with a smaller number is never committed after one with a greater number, and a
-- reader that asks for greater numbers than the last one it saw misses nothing.
create table revocation_counter (
    singleton boolean not null primary key check (singleton),
    sequence bigint not null
);

insert into revocation_counter (singleton, sequence) values (true, 0);

create table revocations (
    sequence bigint not null primary key,
    subject_kind text not null check (subject_kind in ('SESSION', 'USER', 'CLIENT')),
    subject_id text not null,
    revoked_at_us bigint not null
);

create index revocations_by_time on revocations (revoked_at_us);
