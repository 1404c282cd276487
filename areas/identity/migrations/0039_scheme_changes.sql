--@ expands
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
