-- What accounts asks about other banks, answered by payroll of this program (docs/adr/0007): the names that the bank imports
-- of those that its outgoing rail reaches. A migration of payroll that changes one of these columns has to drop this view,
-- and one of this tree makes it anew.
create view bank_names (bic, name) as
    select others.bic, others.name from payroll_banks others;
