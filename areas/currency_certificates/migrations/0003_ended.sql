--@ expands
--@ beside
-- Messages whose check has ended, by the moment of it: what is over its time is found there (LIF-03).
create index concurrently if not exists certificate_tasks_ended on certificate_tasks (state_changed_at_us, task_id)
    where state = 'ACCEPTED' or state = 'PARTLY_ACCEPTED' or state = 'REJECTED';
