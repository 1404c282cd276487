-- Why attempts ended without an end: two counts, because a worker that died says little about its job. Both, and the
-- attempts, begin anew when the job makes progress.
alter table jobs add column failures bigint not null default 0;
-- Leases that ended before their worker settled what came of the attempt.
alter table jobs add column deaths bigint not null default 0;

-- What waits for an operator; nearly always empty.
create index jobs_given_up on jobs (kind, job_key) where is_given_up;
