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
-- row is taken by its first answer, right or wrong.
create table passkey_challenges (
    use_kind text not null check (use_kind = 'LOGIN' or use_kind = 'REGISTRATION' or use_kind = 'CONFIRMATION'),
    holder text not null,
    challenge bytea not null,
    expires_at_us bigint not null,
    primary key (use_kind, holder)
);
create index passkey_challenges_by_end on passkey_challenges (expires_at_us);
