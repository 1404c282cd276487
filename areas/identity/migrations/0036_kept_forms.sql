--@ expands
-- What a person typed into a form whose session had ended, until the person is back: known by the hash of a key that only the
-- browser has, for the same person and company, sealed with the key of the row as its owner, taken once.
create table kept_forms (
    key_sha256 text not null primary key,
    user_id text not null references users (user_id),
    cnum text not null references companies (cnum),
    content_sealed bytea not null,
    created_at_us bigint not null,
    expires_at_us bigint not null,
    check (created_at_us < expires_at_us)
);
create index kept_forms_by_user on kept_forms (user_id, created_at_us);
create index kept_forms_by_end on kept_forms (expires_at_us);
