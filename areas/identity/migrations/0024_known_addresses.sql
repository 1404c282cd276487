-- Wrong confirmations count by session, and wrong passwords from an address that the user has logged in from before count
-- apart from those of strangers: two more kinds of subjects. The rows are kept as they are.
create table login_attempts_kept as select * from login_attempts;
drop table login_attempts;
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
insert into login_attempts (subject_kind, subject, failures, blocked_until_us, last_at_us)
    select subject_kind, subject, failures, blocked_until_us, last_at_us from login_attempts_kept;
drop table login_attempts_kept;

-- From where a user has logged in: hashes, the login name alone and together with the address. A few for each user, the
-- latest.
create table known_addresses (
    login_sha256 text not null,
    address_sha256 text not null,
    used_at_us bigint not null,
    primary key (login_sha256, address_sha256)
);
create index known_addresses_by_age on known_addresses (used_at_us);

-- One row for each user who has logged in. A login and whatever ends the user's access change it first, so that one waits for
-- the other: a lock comes before a login or after it, never into it.
create table user_access (
    user_id text not null primary key,
    changes bigint not null
);
