create table tariff_requests (
    request_id bigint not null primary key check (request_id > 0),
    document_uid text not null unique,
    cnum text not null,
    -- Counted per client from 1.
    client_document_number bigint not null check (client_document_number > 0),
    document_type text not null
        check (document_type in ('CLIENT_TARIFF_PLAN_CHANGE_REQUEST', 'FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST')),
    state text not null
        check (state in ('UNSIGNED', 'PARTIALLY_SIGNED', 'SIGNED', 'PROCESSING', 'DECLINED', 'DONE', 'CANCELLED')),
    -- The template, its language and the names of the plan as they were when the document was made.
    template_version bigint not null check (template_version > 0),
    language text not null check (language in ('ru', 'en')),
    target_plan_code text not null references tariff_plans (plan_code),
    -- Lists are ordered by code point; PostgreSQL would follow the language of the database instead.
--@ sqlite
    target_plan_name text not null,
    target_plan_public_name text not null,
--@ postgres
    target_plan_name text collate "C" not null,
    target_plan_public_name text collate "C" not null,
--@ both
    organization_full_name text not null,
    -- What a cancel request is about.
    future_change_id bigint references tariff_future_changes (future_change_id),
    letter_id text,
    decline_reason text,
    created_by text not null,
    created_at_us bigint not null,
    updated_at_us bigint not null,
    deleted_at_us bigint,
    unique (cnum, client_document_number),
    check ((document_type = 'FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST') = (future_change_id is not null)),
    check ((state = 'DECLINED') = (decline_reason is not null)),
    -- Only what was never signed can be deleted, and it is cancelled by that.
    check (deleted_at_us is null or state = 'CANCELLED')
);

-- REQUEST_ALREADY_EXISTS: one open request to change the plan per client.
create unique index tariff_requests_open on tariff_requests (cnum)
    where document_type = 'CLIENT_TARIFF_PLAN_CHANGE_REQUEST'
        and state in ('UNSIGNED', 'PARTIALLY_SIGNED', 'SIGNED', 'PROCESSING');

-- CANCEL_ALREADY_REQUESTED: one letter per future change, unless the former one came to nothing.
create unique index tariff_requests_cancel on tariff_requests (future_change_id)
    where future_change_id is not null and state not in ('DECLINED', 'CANCELLED');

-- The orders in which a client's list is asked for. Each begins with what the list always asks and ends with the key, so
-- that a page is a stretch of an index however many requests there are.
create index tariff_requests_by_created on tariff_requests (cnum, created_at_us, request_id) where deleted_at_us is null;
create index tariff_requests_by_updated on tariff_requests (cnum, updated_at_us, request_id) where deleted_at_us is null;
create index tariff_requests_by_id on tariff_requests (cnum, request_id) where deleted_at_us is null;
create index tariff_requests_by_state on tariff_requests (cnum, state, created_at_us, request_id) where deleted_at_us is null;
create index tariff_requests_by_type on tariff_requests (cnum, document_type, created_at_us, request_id)
    where deleted_at_us is null;
create index tariff_requests_by_name on tariff_requests (cnum, target_plan_name, created_at_us, request_id)
    where deleted_at_us is null;
create index tariff_requests_by_public_name on tariff_requests (cnum, target_plan_public_name, created_at_us, request_id)
    where deleted_at_us is null;

-- What nobody has signed for too long.
create index tariff_requests_unsigned on tariff_requests (created_at_us, request_id) where state = 'UNSIGNED';

-- The document as it was when the request was made. It never changes: there is no update of this table.
create table tariff_request_documents (
    request_id bigint not null primary key references tariff_requests (request_id),
    html text not null,
    pdf bytea not null,
    -- SHA-256 of `pdf`.
    digest bytea not null
);

-- Every state a request has had. `author_name` is kept as it was, because people change their names.
create table tariff_request_history (
    request_id bigint not null references tariff_requests (request_id),
    step bigint not null check (step > 0),
    state text not null,
    changed_at_us bigint not null,
    -- None when the bank did it.
    author_user_id text,
    author_name text not null,
    primary key (request_id, step)
);

-- One person gives each kind of signature once.
create table tariff_request_signatures (
    request_id bigint not null references tariff_requests (request_id),
    user_id text not null,
    signature_type text not null check (signature_type in ('FIRST', 'SECOND')),
    method text not null check (method in ('CERTIFICATE', 'CONFIRMATION')),
    -- The certificate and the signature itself where there is one.
    certificate_id text,
    cms text,
    signed_at_us bigint not null,
    primary key (request_id, user_id, signature_type),
    check ((method = 'CERTIFICATE') = (certificate_id is not null) and (method = 'CERTIFICATE') = (cms is not null))
);
