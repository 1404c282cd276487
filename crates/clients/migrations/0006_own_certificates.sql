-- What people do about the certificates with which they sign: ask for one, and revoke the own key.

-- Nothing is asked for twice: one open request of a person for a company, and one of a key.
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

-- What its owner revoked stays revoked, whatever is imported later.
create table revoked_signing_keys (
    key_fingerprint text not null primary key,
    user_id text not null references users (user_id),
    revoked_at_us bigint not null
);

-- Whose a key is, whatever the company.
create index certificate_keys_by_fingerprint on certificate_keys (key_fingerprint, user_id);
