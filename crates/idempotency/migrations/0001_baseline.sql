-- Keys with which callers repeat requests, and the answers of those that were carried out.
create table idempotency_keys (
    kept_id text not null primary key,
    -- A key belongs to the software, the company, the user and the operation; the same text of others is another key.
    client_id text not null,
    cnum text not null,
    user_id text not null,
    operation text not null,
    idempotency_key text not null,
    -- SHA-256 of the path and body that came with the key.
    fingerprint bytea not null,
    -- Grows when somebody takes the key over, so that whoever had it before cannot commit any more.
    claim bigint not null check (claim >= 1),
    -- The answer, sealed with the master key; none while somebody works at the request.
    status bigint check (status is null or (status >= 200 and status <= 299)),
    sealed bytea,
    -- The end of the kept answer, or of the claim of whoever works at the request.
    expires_at_us bigint not null,
    check ((status is null) = (sealed is null))
);
create unique index idempotency_keys_by_key on idempotency_keys
    (client_id, cnum, user_id, operation, idempotency_key);
create index idempotency_keys_by_caller on idempotency_keys (client_id, cnum, user_id, expires_at_us);
create index idempotency_keys_by_end on idempotency_keys (expires_at_us);
