-- A company's administrator invites a person by a link that works once. The token in the link is kept as a hash; the setup_
-- columns hold what the person has chosen until a code of the second factor confirms it, known by a second secret that only
-- the browser at hand has.
create table invitations (
    invitation_id text not null primary key,
    token_sha256 text not null unique,
    cnum text not null references companies (cnum),
    login text not null,
    full_name text not null,
    rights text not null,
    invited_by text not null references users (user_id),
    created_at_us bigint not null,
    expires_at_us bigint not null,
    revoked_at_us bigint,
    accepted_at_us bigint,
    accepted_by text references users (user_id),
    setup_key_sha256 text,
    setup_password_hash text,
    setup_secret_sealed bytea,
    check ((accepted_at_us is null) = (accepted_by is null)),
    check (accepted_at_us is null or revoked_at_us is null),
    check ((setup_key_sha256 is null) = (setup_password_hash is null)),
    check ((setup_key_sha256 is null) = (setup_secret_sealed is null)),
    check (setup_key_sha256 is null or (accepted_at_us is null and revoked_at_us is null))
);
create unique index invitations_open on invitations (cnum, login) where accepted_at_us is null and revoked_at_us is null;
create index invitations_by_end on invitations (expires_at_us);

-- Who has let whom into a company. The link of an invitation is seen by its administrator, who could have accepted it alone:
-- so that person gives nobody let in that way a signature. It is kept when the invitation is forgotten.
create table invited_users (
    cnum text not null references companies (cnum),
    user_id text not null references users (user_id),
    invited_by text not null references users (user_id),
    primary key (cnum, user_id, invited_by)
);

-- A change of a company's signature scheme that asks for fewer signatures waits for a second person. Each company has the last
-- one, which a later one replaces once it has ended; nobody confirms the own one. Who of the bank has confirmed is in the trail.
create table scheme_changes (
    cnum text not null primary key references companies (cnum),
    change_id text not null,
    before_scheme text not null,
    after_scheme text not null,
    asked_by text not null references users (user_id),
    asked_at_us bigint not null,
    expires_at_us bigint not null,
    ended_at_us bigint,
    confirmed_by text references users (user_id),
    check (before_scheme <> after_scheme),
    check (confirmed_by is null or ended_at_us is not null),
    check (confirmed_by is null or confirmed_by <> asked_by)
);
