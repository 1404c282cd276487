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

-- What a person proves who they are with. The TOTP secret is sealed with the program's key; totp_last_step is
-- the last 30-second step whose code was taken, so that no code works twice.
create table user_credentials (
    user_id text not null primary key references users (user_id),
    password_hash text not null,
    -- A password that the bank has given opens one login before this moment, in which the person chooses another.
    one_time_until_us bigint,
    totp_secret_sealed bytea,
    totp_last_step bigint not null check (totp_last_step >= 0),
    changed_at_us bigint not null
);

-- One row for each user who has logged in. A login and whatever ends the user's access change it first, so that one waits for
-- the other: a lock comes before a login or after it, never into it.
create table user_access (
    user_id text not null primary key,
    changes bigint not null
);

-- A person sets the own second factor: the new one waits here, sealed, until a code of it was typed in the same
-- session.
create table second_factor_offers (
    user_id text not null primary key references users (user_id),
    session_id text not null,
    secret_sealed bytea not null,
    expires_at_us bigint not null
);
create index second_factor_offers_by_end on second_factor_offers (expires_at_us);

-- What a person logs in with who has lost the device: a few for each user, each once. Only an HMAC is kept, under a key
-- that is not in the database.
create table recovery_codes (
    user_id text not null references users (user_id),
    code_hmac bytea not null,
    made_at_us bigint not null,
    used_at_us bigint,
    primary key (user_id, code_hmac)
);

-- Passkeys of people (WebAuthn). The identifier of a credential is unique over all users. The key is public; the counter is
-- the last one that the device told, zero of a device that does not count.
create table passkeys (
    credential_id bytea not null primary key,
    passkey_id text not null,
    user_id text not null references users (user_id),
    user_handle bytea not null,
    name text not null,
    public_key bytea not null,
    sign_count bigint not null check (sign_count between 0 and 4294967295),
    backup_eligible boolean not null,
    backed_up boolean not null,
    created_at_us bigint not null,
    used_at_us bigint,
    check (backup_eligible or not backed_up)
);
create unique index passkeys_by_user on passkeys (user_id, passkey_id);

-- What a passkey has to sign: one for each login under way and, in a session, for each new passkey and each confirmation. A
-- row is taken by its first answer, right or wrong. With a new passkey the handle of the user that its device is told:
-- another process may take the answer, and derive another one.
create table passkey_challenges (
    use_kind text not null check (use_kind = 'LOGIN' or use_kind = 'REGISTRATION' or use_kind = 'CONFIRMATION'),
    holder text not null,
    challenge bytea not null,
    user_handle bytea,
    expires_at_us bigint not null,
    primary key (use_kind, holder),
    check ((use_kind = 'REGISTRATION') = (user_handle is not null))
);
create index passkey_challenges_by_end on passkey_challenges (expires_at_us);

-- Failures in a row, counted before a password is looked at. The subject is a network address, a session whose
-- confirmations fail, or a SHA-256 of the login name, so that names nobody has (a password typed into the wrong field,
-- for one) are not kept. Wrong passwords from an address that the user has logged in from before count apart from those
-- of strangers.
create table login_attempts (
    subject_kind text not null check (subject_kind = 'LOGIN' or subject_kind = 'ADDRESS' or subject_kind = 'KNOWN_ADDRESS'
        or subject_kind = 'SESSION'),
    subject text not null,
    failures bigint not null check (failures >= 0),
    blocked_until_us bigint not null,
    last_at_us bigint not null,
    primary key (subject_kind, subject)
);
create index login_attempts_by_age on login_attempts (last_at_us);

-- From where a user has logged in: hashes, the login name alone and together with the address. A few for each user, the
-- latest.
create table known_addresses (
    login_sha256 text not null,
    address_sha256 text not null,
    used_at_us bigint not null,
    primary key (login_sha256, address_sha256)
);
create index known_addresses_by_age on known_addresses (used_at_us);

-- Logins and attempts to log in, for the person whose login name it was: what came of each, when and from where. The
-- name is hashed, because people type passwords there, and names that nobody has leave the same rows: the time tells
-- nothing.
create table login_history (
    login_sha256 text not null,
    at_us bigint not null,
    entry_id text not null,
    outcome text not null,
    client_id text not null,
    address text,
    browser text,
    primary key (login_sha256, at_us, entry_id)
);
create index login_history_by_age on login_history (at_us);

-- A login that a person is in the middle of. Both secrets of it, the form's and the cookie's, are kept as hashes.
-- The state is kept percent-encoded, so that it comes back byte for byte.
create table login_interactions (
    interaction_hash text not null primary key,
    browser_hash text not null,
    client_id text not null,
    redirect_uri text not null,
    scope text not null,
    state text,
    nonce text,
    code_challenge text not null,
    max_age_s bigint check (max_age_s >= 0),
    language text not null check (language in ('ru', 'en')),
    stage text not null check (stage in ('PASSWORD', 'SECOND_FACTOR', 'COMPANY', 'FINISHED')),
    user_id text,
    authenticated_at_us bigint,
    -- The proofs of a login whose company is still to be chosen: what the history of logins tells of it.
    login_way text,
    created_at_us bigint not null,
    expires_at_us bigint not null,
    check (stage not in ('SECOND_FACTOR', 'COMPANY') or user_id is not null),
    check (stage <> 'COMPANY' or authenticated_at_us is not null)
);
create index login_interactions_by_end on login_interactions (expires_at_us);
-- A new password ends what its user has under way, and a client that is disabled takes along what was begun through it:
-- logins in which something was proved already, and below codes that nobody has exchanged.
create index login_interactions_by_user on login_interactions (user_id) where user_id is not null;
create index login_interactions_by_client on login_interactions (client_id);

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
    address text,
    browser text,
    expires_at_us bigint not null,
    redeemed_at_us bigint
);

create index authorization_codes_by_expiry on authorization_codes (expires_at_us);
create index authorization_codes_by_user on authorization_codes (user_id) where redeemed_at_us is null;
create index authorization_codes_by_client on authorization_codes (client_id) where redeemed_at_us is null;

-- One login of one user through one client. One row, however often it is refreshed: the texts of older refresh
-- tokens are recognised by what they carry, so that only the hash of the present one and of the one before is kept.
--
-- Every refresh reads its session and changes it. Kept by its key, the table is one tree in SQLite instead of an index and
-- the rows. PostgreSQL has heaps only.
create table sessions (
    session_id text not null primary key,
    client_id text not null,
    user_id text not null,
    cnum text not null,
    scope text not null,
    max_age_s bigint check (max_age_s between 0 and 86400),
    authenticated_at_us bigint not null,
    -- A person sees and ends the sessions of the own login: each tells where it was begun and when it was last used. A
    -- session of the online bank that nobody uses ends before its time.
    address text,
    browser text,
    created_at_us bigint not null,
    used_at_us bigint,
    expires_at_us bigint not null,
    refresh_generation bigint not null check (refresh_generation >= 0),
    refresh_hash bytea not null,
    previous_refresh_hash bytea,
    refreshed_at_us bigint,
    -- The first refresh of the day of which refreshes are counted here, until the trail has been told how many.
    counted_from_us bigint,
    counted_refreshes bigint not null default 0,
    ended_at_us bigint,
    -- BY_COMPANY is the end that a company's administrator makes, BY_USER the one that the user makes in another session.
    end_reason text check (end_reason = 'LOGOUT' or end_reason = 'REVOKED_BY_CLIENT' or end_reason = 'CODE_REPLAYED'
        or end_reason = 'REFRESH_REUSED' or end_reason = 'USER_LOCKED' or end_reason = 'CLIENT_DISABLED'
        or end_reason = 'OPERATOR' or end_reason = 'BY_COMPANY' or end_reason = 'BY_USER'),
    check ((ended_at_us is null) = (end_reason is null)),
    check ((previous_refresh_hash is null) = (refreshed_at_us is null))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create index sessions_by_user on sessions (user_id) where ended_at_us is null;
create index sessions_by_client on sessions (client_id) where ended_at_us is null;
create index sessions_by_expiry on sessions (expires_at_us);
create index sessions_counted on sessions (counted_from_us) where counted_from_us is not null;
-- A company's administrator sees who uses a client for it and when it was used last.
create index sessions_by_company on sessions (cnum, client_id);

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

-- What a person typed into a form whose session had ended, until the person is back: known by the hash of a key that only the
-- browser has, for the same person and company, sealed with the key of the row as its owner, taken once.
create table kept_forms (
    key_sha256 text not null primary key,
    user_id text not null references users (user_id),
    cnum text not null references companies (cnum),
    content_sealed bytea not null,
    created_at_us bigint not null,
    expires_at_us bigint not null,
    check (created_at_us < expires_at_us)
);
create index kept_forms_by_user on kept_forms (user_id, created_at_us);
create index kept_forms_by_end on kept_forms (expires_at_us);
