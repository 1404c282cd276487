-- What a person proves who they are with. The TOTP secret is sealed with the program's key; totp_last_step is
-- the last 30-second step whose code was taken, so that no code works twice.
create table user_credentials (
    user_id text primary key references users (user_id),
    password_hash text not null,
    totp_secret_sealed bytea,
    totp_last_step bigint not null check (totp_last_step >= 0),
    changed_at_us bigint not null
);

-- Failures in a row, counted before a password is looked at. The subject is a SHA-256 of the login name, so that
-- names nobody has (a password typed into the wrong field, for one) are not kept, or a network address.
create table login_attempts (
    subject_kind text not null check (subject_kind in ('LOGIN', 'ADDRESS')),
    subject text not null,
    failures bigint not null check (failures >= 0),
    blocked_until_us bigint not null,
    last_at_us bigint not null,
    primary key (subject_kind, subject)
);
create index login_attempts_by_age on login_attempts (last_at_us);

-- A login that a person is in the middle of. Both secrets of it, the form's and the cookie's, are kept as hashes.
-- The state is kept percent-encoded, so that it comes back byte for byte.
create table login_interactions (
    interaction_hash text primary key,
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
    created_at_us bigint not null,
    expires_at_us bigint not null,
    check (stage not in ('SECOND_FACTOR', 'COMPANY') or user_id is not null),
    check (stage <> 'COMPANY' or authenticated_at_us is not null)
);
create index login_interactions_by_end on login_interactions (expires_at_us);
