-- The rouble account of the same person, for an employee's account in another currency: payroll converts into it (PAY-10).
alter table employees_accounts add column rouble_account text references employees_accounts (number);

create index employees_accounts_of_rouble_account on employees_accounts (rouble_account);
