-- What a person signs to show to have the key of a certificate: one at a time, gone when it was signed.
create table certificate_challenges (
    user_id text not null references users (user_id),
    cnum text not null references companies (cnum),
    signature_type text not null check (signature_type in ('FIRST', 'SECOND')),
    certificate bytea not null,
    document text not null,
    expires_at_us bigint not null,
    primary key (user_id, cnum)
);
