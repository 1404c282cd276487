-- When the last backup was begun, and when the last one that is good had ended. On PostgreSQL, whose programs make backups,
-- whoever runs them notes that (`clientbank backup --noted`).
create table backups (
    step text not null primary key check (step = 'BEGUN' or step = 'DONE'),
    at_us bigint not null
);
