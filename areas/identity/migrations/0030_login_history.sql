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
