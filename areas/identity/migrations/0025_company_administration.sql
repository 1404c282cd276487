-- A company's administrator sees who uses a client for it and when it was used last, and ends that: sessions by company and
-- client, and the end that the company makes. BY_USER is the one that the user makes in another session.
--@ sqlite
create table sessions_kept as select * from sessions;
drop table sessions;
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
    end_reason text check (end_reason = 'LOGOUT' or end_reason = 'REVOKED_BY_CLIENT' or end_reason = 'CODE_REPLAYED'
        or end_reason = 'REFRESH_REUSED' or end_reason = 'USER_LOCKED' or end_reason = 'CLIENT_DISABLED'
        or end_reason = 'OPERATOR' or end_reason = 'BY_COMPANY' or end_reason = 'BY_USER'),
    check ((ended_at_us is null) = (end_reason is null)),
    check ((previous_refresh_hash is null) = (refreshed_at_us is null))
) without rowid;
create index sessions_by_user on sessions (user_id) where ended_at_us is null;
create index sessions_by_client on sessions (client_id) where ended_at_us is null;
create index sessions_by_expiry on sessions (expires_at_us);
insert into sessions (session_id, client_id, user_id, cnum, scope, max_age_s, authenticated_at_us, created_at_us,
    expires_at_us, refresh_generation, refresh_hash, previous_refresh_hash, refreshed_at_us, ended_at_us, end_reason)
    select session_id, client_id, user_id, cnum, scope, max_age_s, authenticated_at_us, created_at_us,
    expires_at_us, refresh_generation, refresh_hash, previous_refresh_hash, refreshed_at_us, ended_at_us, end_reason
    from sessions_kept;
drop table sessions_kept;
--@ postgres
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason = 'LOGOUT'
    or end_reason = 'REVOKED_BY_CLIENT' or end_reason = 'CODE_REPLAYED' or end_reason = 'REFRESH_REUSED'
    or end_reason = 'USER_LOCKED' or end_reason = 'CLIENT_DISABLED' or end_reason = 'OPERATOR' or end_reason = 'BY_COMPANY' or end_reason = 'BY_USER');
--@ both
create index sessions_by_company on sessions (cnum, client_id);
