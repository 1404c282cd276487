-- Where companies want to be told of events.
create table webhooks (
    webhook_id text not null primary key,
    cnum text not null,
    client_id text not null,
    address text not null,
    -- Types of events, separated by spaces; * for all.
    types text not null,
    state text not null check (state = 'ON' or state = 'OFF' or state = 'UNREACHABLE' or state = 'DELETED'),
    version bigint not null,
    -- What deliveries are signed with, sealed with the master key.
    secret bytea not null,
    previous_secret bytea,
    previous_until_us bigint,
    -- Since when nothing has arrived.
    failing_since_us bigint,
    -- Rounds in a row without any answer, and the moment of the next.
    failures bigint not null default 0,
    retry_at_us bigint,
    created_at_us bigint not null,
    created_by text not null,
    check ((previous_secret is null) = (previous_until_us is null)),
    check ((retry_at_us is null) = (failures = 0))
);
create index webhooks_by_company on webhooks (cnum, webhook_id) where state <> 'DELETED';
create index webhooks_deleted on webhooks (webhook_id) where state = 'DELETED';

-- An event on its way to a webhook. Those of one object are delivered one after the other.
create table webhook_deliveries (
    webhook_id text not null,
    seq bigint not null,
    event_id text not null,
    audience text not null,
    event_type text not null,
    object_key text not null,
    state text not null check (state = 'WAITING' or state = 'DELIVERED' or state = 'FAILED'),
    -- All attempts, and those since it was last asked for.
    attempts bigint not null default 0,
    tries bigint not null default 0,
    first_at_us bigint,
    next_at_us bigint not null,
    settled_at_us bigint,
    primary key (webhook_id, seq),
    check ((settled_at_us is null) = (state = 'WAITING')),
    check (tries <= attempts)
);
create unique index webhook_deliveries_by_event on webhook_deliveries (webhook_id, event_id);
create index webhook_deliveries_by_number on webhook_deliveries (seq);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at_us, seq) where state = 'WAITING';
create index webhook_deliveries_by_object on webhook_deliveries (webhook_id, object_key, seq) where state = 'WAITING';

-- The log: what was sent where, and what came back.
create table webhook_attempts (
    seq bigint not null,
    webhook_id text not null,
    number bigint not null,
    at_us bigint not null,
    took_ms bigint not null,
    address text not null,
    outcome text not null,
    status bigint,
    answer text not null,
    primary key (seq, webhook_id, number)
);
create index webhook_attempts_by_webhook on webhook_attempts (webhook_id, seq);
