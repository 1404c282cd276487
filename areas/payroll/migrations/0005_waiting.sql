-- What waits for people, by company and state: the first page of the online bank counts it on every look.
create index payroll_statements_waiting on payroll_statements (cnum, state, statement_id) where kind = 'UNSIGNED';
