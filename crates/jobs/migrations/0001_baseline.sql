-- Work that outlives a request. A row is there as long as there is something to do.
create table jobs (
    kind text not null,
    job_key text not null,
    -- Not before this moment.
    run_at_us bigint not null,
    -- Who may work at it: a number drawn for each lease, 0 when nobody does. Every unit of work of the worker
    -- compares it, so that one who was away too long changes nothing.
    fencing_token bigint not null default 0,
    -- Until when; kept out of every index, so that a renewal touches the row alone.
    leased_until_us bigint not null default 0,
    -- Leases since the job was enqueued or made progress.
    attempts bigint not null default 0,
    -- Why attempts ended without an end: two counts, because a worker that died says little about its job. Both, and the
    -- attempts, begin anew when the job makes progress.
    failures bigint not null default 0,
    -- Leases that ended before their worker settled what came of the attempt.
    deaths bigint not null default 0,
    is_given_up boolean not null default false,
    -- Why the last attempt failed, for operators.
    failure text,
    -- The step of a trace that left the job to be done (traceparent); null while no spans are told.
    trace text,
    primary key (kind, job_key)
);

create index jobs_due on jobs (kind, run_at_us) where not is_given_up;
-- What waits for an operator; nearly always empty.
create index jobs_given_up on jobs (kind, job_key) where is_given_up;
