-- Messages of a company by state: the first page of the online bank counts those that were refused of late.
create index certificate_tasks_by_state on certificate_tasks (cnum, state, registered_at_us desc, task_id desc);
