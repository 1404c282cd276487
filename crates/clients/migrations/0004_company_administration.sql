-- A company's administrator switches its clients off and on, and replaces a secret while the one before goes on for a time.
-- The version grows with each change, so that a form that shows an older state changes nothing.
--@ sqlite
pragma defer_foreign_keys = on;
create table oauth_clients_kept as select * from oauth_clients;
drop table oauth_clients;
create table oauth_clients (
    client_id text not null primary key,
    name text not null,
    secret_hash text not null,
    secret_set_at_us bigint,
    previous_secret_hash text,
    previous_secret_until_us bigint,
    profile text not null check (profile in ('SPECIFICATION', 'STANDARD')),
    id_token_algorithm text not null check (id_token_algorithm in ('RS256', 'ES256')),
    status text not null check (status = 'ACTIVE' or status = 'SWITCHED_OFF' or status = 'DISABLED'),
    status_changed_at_us bigint not null,
    version bigint not null default 1,
    check ((previous_secret_hash is null) = (previous_secret_until_us is null))
);
create index oauth_clients_by_status_change on oauth_clients (status_changed_at_us, client_id);
insert into oauth_clients (client_id, name, secret_hash, profile, id_token_algorithm, status, status_changed_at_us)
    select client_id, name, secret_hash, profile, id_token_algorithm, status, status_changed_at_us from oauth_clients_kept;
drop table oauth_clients_kept;
--@ postgres
alter table oauth_clients add column secret_set_at_us bigint;
alter table oauth_clients add column previous_secret_hash text;
alter table oauth_clients add column previous_secret_until_us bigint;
alter table oauth_clients add column version bigint not null default 1;
alter table oauth_clients add check ((previous_secret_hash is null) = (previous_secret_until_us is null));
alter table oauth_clients drop constraint oauth_clients_status_check;
alter table oauth_clients add constraint oauth_clients_status_check
    check (status = 'ACTIVE' or status = 'SWITCHED_OFF' or status = 'DISABLED');
