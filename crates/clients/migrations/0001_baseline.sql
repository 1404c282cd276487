create table company_groups (
    group_id text not null primary key,
    name text not null
);

-- Every reading of an account asks for its company. Kept by its key, the table is one tree in SQLite instead of an index
-- and the rows.
create table companies (
    cnum text not null primary key,
    name_ru text not null,
    name_en text not null,
    inn text not null,
    kpp text,
    group_id text references company_groups (group_id),
    signature_scheme text not null,
    status text not null check (status in ('OPEN', 'CLOSED'))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create index companies_by_group on companies (group_id, cnum);
create index companies_by_inn on companies (inn, cnum);

create table users (
    user_id text not null primary key,
    login text not null unique,
    full_name text not null,
    email text,
    phone_number text,
    status text not null check (status in ('ACTIVE', 'LOCKED', 'CLOSED')),
    status_changed_at_us bigint not null
);

create index users_by_status_change on users (status_changed_at_us, user_id);

create table user_roles (
    user_id text not null references users (user_id),
    role text not null,
    primary key (user_id, role)
);

create table user_company_rights (
    user_id text not null references users (user_id),
    cnum text not null references companies (cnum),
    right_code text not null check (right_code in ('ACT', 'VIEW_ACCOUNTS', 'EDIT_PAYROLL', 'SIGN_FIRST', 'SIGN_SECOND',
        'COMPANY_ADMINISTRATOR', 'SIGN_TREASURY')),
    primary key (user_id, cnum, right_code)
);

create index user_company_rights_by_company on user_company_rights (cnum, right_code, user_id);

-- A company's administrator locks a user for the company alone. The rights move aside, so that nothing that asks for a right
-- has to know of locks, and come back with the end of the lock.
create table company_user_locks (
    user_id text not null references users (user_id),
    cnum text not null references companies (cnum),
    locked_at_us bigint not null,
    locked_by text not null references users (user_id),
    primary key (user_id, cnum)
);

create index company_user_locks_by_company on company_user_locks (cnum, user_id);

create table company_user_locked_rights (
    user_id text not null,
    cnum text not null,
    right_code text not null,
    primary key (user_id, cnum, right_code),
    foreign key (user_id, cnum) references company_user_locks (user_id, cnum)
);

-- A company's administrator switches its clients off and on, and replaces a secret while the one before goes on for a time.
-- The version grows with each change, so that a form that shows an older state changes nothing. What its company had switched
-- off before the bank stopped it comes back switched off.
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
    was_switched_off boolean not null default false,
    version bigint not null default 1,
    check (status = 'DISABLED' or not was_switched_off),
    check ((previous_secret_hash is null) = (previous_secret_until_us is null))
);

create index oauth_clients_by_status_change on oauth_clients (status_changed_at_us, client_id);

create table oauth_client_redirect_uris (
    client_id text not null references oauth_clients (client_id),
    uri_use text not null check (uri_use in ('LOGIN', 'LOGOUT')),
    uri text not null,
    primary key (client_id, uri_use, uri)
);

create table oauth_client_companies (
    client_id text not null references oauth_clients (client_id),
    cnum text not null references companies (cnum),
    primary key (client_id, cnum)
);

create index oauth_client_companies_by_company on oauth_client_companies (cnum, client_id);

-- Certificates whose signatures the bank accepts. The bytes decide: every other column is read from them at registration.
create table certificate_authorities (
    authority_id text not null primary key,
    kind text not null check (kind in ('ROOT', 'INTERMEDIATE')),
    status text not null check (status in ('ACTIVE', 'WITHDRAWN')),
    key_fingerprint text not null,
    serial text not null,
    certificate bytea not null
);

create index certificate_authorities_by_serial on certificate_authorities (serial);

-- The latest list of each authority's key. What it lists is in revoked_certificates with the source LIST.
create table revocation_lists (
    authority_key text not null primary key,
    this_update_us bigint not null,
    next_update_us bigint
);

create table revoked_certificates (
    authority_key text not null,
    serial text not null,
    source text not null check (source in ('LIST', 'TABLE')),
    revoked_at_us bigint not null,
    primary key (authority_key, serial, source)
);

create index revoked_certificates_by_serial on revoked_certificates (serial);

-- Rule 3 of the specification's section 4.5, held by keys: within a company a key belongs to one person and one type of
-- signature, whatever certificates it gets in the course of time.
create table certificate_keys (
    cnum text not null references companies (cnum),
    key_fingerprint text not null,
    user_id text not null references users (user_id),
    signature_type text not null check (signature_type in ('FIRST', 'SECOND')),
    primary key (cnum, key_fingerprint),
    unique (cnum, key_fingerprint, user_id, signature_type)
);

-- Whose a key is, whatever the company.
create index certificate_keys_by_fingerprint on certificate_keys (key_fingerprint, user_id);

create table signing_certificates (
    cnum text not null,
    certificate_id text not null,
    key_fingerprint text not null,
    user_id text not null,
    signature_type text not null,
    status text not null check (status in ('ACTIVE', 'WITHDRAWN')),
    serial text not null,
    certificate bytea not null,
    registered_at_us bigint not null,
    primary key (cnum, certificate_id),
    foreign key (cnum, key_fingerprint, user_id, signature_type)
        references certificate_keys (cnum, key_fingerprint, user_id, signature_type)
);

create index signing_certificates_by_user on signing_certificates (user_id, cnum);
create index signing_certificates_by_serial on signing_certificates (serial);

-- Certificates that people ask for. Nothing is asked for twice: one open request of a person for a company, and one of a key.
create table certificate_requests (
    request_id text not null primary key,
    cnum text not null references companies (cnum),
    user_id text not null references users (user_id),
    signature_type text not null check (signature_type in ('FIRST', 'SECOND')),
    key_fingerprint text not null,
    request bytea not null,
    requested_at_us bigint not null,
    state text not null check (state = 'REQUESTED' or state = 'ISSUED' or state = 'WITHDRAWN'),
    -- The certificate that came of it.
    certificate_id text,
    ended_at_us bigint,
    check ((state = 'ISSUED') = (certificate_id is not null)),
    check ((state = 'REQUESTED') = (ended_at_us is null))
);

create unique index certificate_requests_open on certificate_requests (user_id, cnum) where state = 'REQUESTED';
create unique index certificate_requests_open_key on certificate_requests (key_fingerprint) where state = 'REQUESTED';
create index certificate_requests_waiting on certificate_requests (requested_at_us, request_id) where state = 'REQUESTED';
create index certificate_requests_of_person on certificate_requests (user_id, cnum, requested_at_us);

-- Requests that the bank refused, with its reason for the person. A refused request is ended like one that was withdrawn.
create table certificate_refusals (
    request_id text not null primary key references certificate_requests (request_id),
    reason text not null,
    refused_at_us bigint not null
);

-- What its owner revoked stays revoked, whatever is imported later.
create table revoked_signing_keys (
    key_fingerprint text not null primary key,
    user_id text not null references users (user_id),
    revoked_at_us bigint not null
);
