create table tariff_plans (
    plan_code text not null primary key,
    name text not null,
    public_name_ru text not null,
    public_name_en text not null,
    summary_ru text not null,
    summary_en text not null,
    monthly_fee_minor bigint not null check (monthly_fee_minor >= 0),
    status text not null check (status in ('OFFERED', 'WITHDRAWN')),
    -- A JSON array of sections with their fees, because they are only ever read together with their plan.
    fees text not null
);

-- The plan of each client. It changes by import and on the day on which a planned change takes effect.
create table tariff_client_plans (
    cnum text not null primary key,
    plan_code text not null references tariff_plans (plan_code),
    since text not null
);

create table tariff_future_changes (
    future_change_id bigint not null primary key check (future_change_id > 0),
    cnum text not null,
    plan_code text not null references tariff_plans (plan_code),
    effective_from text not null,
    state text not null check (state in ('PLANNED', 'EFFECTIVE', 'CANCELLED', 'SUPERSEDED')),
    -- The request that asked for it; none when the bank imported the change.
    request_id bigint
);

-- A client has one plan to come at most, whoever asks for how many at once.
create unique index tariff_future_changes_planned on tariff_future_changes (cnum) where state = 'PLANNED';

-- What becomes effective next.
create index tariff_future_changes_due on tariff_future_changes (effective_from, future_change_id) where state = 'PLANNED';

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

-- By state, by type and by either name, each with the key behind it. Those above have the moment of creation before the
-- key: they serve the usual order of what a filter has picked.
--@ sqlite
create index tariff_requests_in_order_of_state on tariff_requests (cnum, state, request_id) where deleted_at_us is null;
create index tariff_requests_in_order_of_type on tariff_requests (cnum, document_type, request_id)
    where deleted_at_us is null;
--@ postgres
-- A column of another collation than the order that is asked for cannot serve it, not even in a database of collation C.
create index tariff_requests_in_order_of_state on tariff_requests (cnum, state collate "C", request_id)
    where deleted_at_us is null;
create index tariff_requests_in_order_of_type on tariff_requests (cnum, document_type collate "C", request_id)
    where deleted_at_us is null;
--@ both
create index tariff_requests_in_order_of_name on tariff_requests (cnum, target_plan_name, request_id)
    where deleted_at_us is null;
create index tariff_requests_in_order_of_public_name on tariff_requests (cnum, target_plan_public_name, request_id)
    where deleted_at_us is null;

-- What nobody has signed for too long.
create index tariff_requests_unsigned on tariff_requests (created_at_us, request_id) where state = 'UNSIGNED';
-- What has ended, by the moment of it: what is over its time is found there (LIF-03).
create index tariff_requests_ended on tariff_requests (updated_at_us, request_id)
    where state = 'DECLINED' or state = 'DONE' or state = 'CANCELLED';
-- The requests to which a letter belongs: it is kept for as long as they are (LIF-03).
create index tariff_requests_by_letter on tariff_requests (letter_id) where letter_id is not null;

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

-- One person signs a request once. A further signature of the same person, which the company's scheme allows, says so;
-- nobody gives one kind of it twice.
create table tariff_request_signatures (
    request_id bigint not null references tariff_requests (request_id),
    user_id text not null,
    signature_type text not null check (signature_type in ('FIRST', 'SECOND')),
    method text not null check (method in ('CERTIFICATE', 'CONFIRMATION')),
    -- The certificate and the signature itself where there is one.
    certificate_id text,
    cms text,
    signed_at_us bigint not null,
    is_repeat boolean not null default false,
    primary key (request_id, user_id, signature_type),
    check ((method = 'CERTIFICATE') = (certificate_id is not null) and (method = 'CERTIFICATE') = (cms is not null))
);

create unique index tariff_request_signatures_one_person on tariff_request_signatures (request_id, user_id)
    where not is_repeat;

-- The mail module: letters between a client and the bank.
create table letters (
    letter_id text not null primary key,
    cnum text not null,
    subject text not null,
    created_at_us bigint not null,
    -- When the last message was added: the order of the list.
    updated_at_us bigint not null,
    -- Whether the client has not opened a message of the bank.
    is_unseen boolean not null default false
);

create index letters_by_update on letters (cnum, updated_at_us, letter_id);
create index letters_unseen on letters (cnum, updated_at_us, letter_id) where is_unseen;

-- Letters of all clients by their last message: what is over its time is found there (LIF-03).
create index letters_by_end on letters (updated_at_us, letter_id);

create table letter_messages (
    letter_id text not null references letters (letter_id),
    number bigint not null check (number > 0),
    sender text not null check (sender in ('CLIENT', 'BANK')),
    author_user_id text,
    author_name text not null,
    body text not null,
    sent_at_us bigint not null,
    -- When somebody of the other side first opened it.
    seen_at_us bigint,
    -- A form carries a key that its page made up: sent twice, it writes one message. The key counts for its author alone,
    -- so that nobody learns of the keys of others.
    form_key text,
    primary key (letter_id, number)
);

-- What the client has not opened yet.
create index letter_messages_unseen on letter_messages (letter_id) where sender = 'BANK' and seen_at_us is null;
create unique index letter_messages_by_form on letter_messages (author_user_id, form_key) where form_key is not null;

-- Answers that the bank imported, so that the same file twice sends them once.
create table letter_answers (
    answer_id text not null primary key,
    letter_id text not null references letters (letter_id),
    number bigint not null,
    foreign key (letter_id, number) references letter_messages (letter_id, number)
);
-- They leave with their letter (LIF-03).
create index letter_answers_of_letter on letter_answers (letter_id);

-- The files of a message. Nothing updates or deletes them: they are as they were sent.
create table letter_attachments (
    attachment_id text not null primary key,
    letter_id text not null,
    number bigint not null,
    position bigint not null check (position > 0),
    file_name text not null,
    kind text not null,
    size_bytes bigint not null check (size_bytes > 0),
    pieces bigint not null check (pieces > 0),
    unique (letter_id, number, position),
    foreign key (letter_id, number) references letter_messages (letter_id, number)
);

-- The bytes of a file, in pieces of at most 256 KiB: a reader holds one piece at a time.
create table letter_attachment_pieces (
    attachment_id text not null references letter_attachments (attachment_id),
    piece bigint not null check (piece > 0),
    content bytea not null check (length(content) between 1 and 262144),
    primary key (attachment_id, piece)
);
