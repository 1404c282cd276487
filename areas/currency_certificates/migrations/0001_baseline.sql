-- A message that was taken, and how far the work on it is. A company uses a message id once: the unique key decides
-- between equal messages that arrive at once.
create table certificate_tasks (
    task_id text not null primary key,
    cnum text not null references companies (cnum),
    message_id text not null,
    -- The message definition, such as auth.024.001.04.
    message_name text not null,
    -- CreDtTm as it stands in the message.
    message_created_at text not null,
    -- Who sent it, and through which software; the online bank has none.
    user_id text not null,
    client_id text,
    certificate_count bigint not null check (certificate_count > 0),
    state text not null check (state in ('REGISTERED', 'CHECKING', 'ACCEPTED', 'PARTLY_ACCEPTED', 'REJECTED')),
    registered_at_us bigint not null,
    state_changed_at_us bigint not null,
    unique (cnum, message_id)
);

-- The order of the list in the online bank.
create index certificate_tasks_by_registration on certificate_tasks (cnum, registered_at_us desc, task_id desc);
-- Messages of a company by state: the first page of the online bank counts those that were refused of late.
create index certificate_tasks_by_state on certificate_tasks (cnum, state, registered_at_us desc, task_id desc);
-- Messages whose check has ended, by the moment of it: what is over its time is found there (LIF-03).
create index certificate_tasks_ended on certificate_tasks (state_changed_at_us, task_id)
    where state = 'ACCEPTED' or state = 'PARTLY_ACCEPTED' or state = 'REJECTED';

-- The document byte by byte as it came: the evidence. Beside the tasks, so that lists do not read through it.
create table certificate_documents (
    task_id text not null primary key references certificate_tasks (task_id),
    body bytea not null,
    -- The charset of the content type, where it had one: the bytes are read with it again.
    charset text,
    sha256 bytea not null
);

-- The companies whose certificates a message has. Who may not act for each of them does not see the task.
create table certificate_task_owners (
    task_id text not null references certificate_tasks (task_id),
    cnum text not null references companies (cnum),
    primary key (task_id, cnum)
);

create table certificates (
    task_id text not null references certificate_tasks (task_id),
    -- The place in the message, counted from 1.
    position bigint not null check (position > 0),
    -- The company that sent the message: it uses a transaction id once.
    cnum text not null,
    transaction_id text not null,
    owner_cnum text not null,
    notification_id text not null,
    -- Cert/Id and Cert/DtOfIsse as they stand in the message.
    document_id text,
    issued_on text not null,
    -- Whether it has an Amdmnt, and the OrgnlDocId of it.
    is_correction boolean not null,
    original_id text,
    -- Nothing until it is checked.
    status text check (status in ('ACCEPTED', 'REJECTED')),
    primary key (task_id, position),
    unique (cnum, transaction_id)
);

-- What a correction looks for.
create index certificates_by_document on certificates (owner_cnum, document_id);
-- Corrections by what they correct: that is kept for as long as they are (LIF-03).
create index certificates_by_original on certificates (owner_cnum, original_id)
    where original_id is not null;

-- Why a certificate was rejected.
create table certificate_reasons (
    task_id text not null,
    position bigint not null,
    ordinal bigint not null check (ordinal > 0),
    code text not null,
    -- The value that is wrong; empty where something is missing.
    found text not null,
    -- Currency control's own words in English, where found has them in Russian; nothing for a value.
    found_english text,
    line bigint not null,
    line_column bigint not null,
    path text not null,
    primary key (task_id, position, ordinal),
    foreign key (task_id, position) references certificates (task_id, position)
);
