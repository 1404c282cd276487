create table company_groups (
    group_id text not null primary key,
    name text not null
);

create table companies (
    cnum text not null primary key,
    name_ru text not null,
    name_en text not null,
    inn text not null,
    kpp text,
    group_id text references company_groups (group_id),
    signature_scheme text not null,
    status text not null check (status in ('OPEN', 'CLOSED'))
);

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

create table oauth_clients (
    client_id text not null primary key,
    name text not null,
    secret_hash text not null,
    profile text not null check (profile in ('SPECIFICATION', 'STANDARD')),
    id_token_algorithm text not null check (id_token_algorithm in ('RS256', 'ES256')),
    status text not null check (status in ('ACTIVE', 'DISABLED')),
    status_changed_at_us bigint not null
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
