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
