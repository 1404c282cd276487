-- What the bank's position in a foreign currency was worth at the end of a day, written before the day is closed. Credits
-- are positive.
create table revaluations (
    currency text not null,
    revaluation_date text not null,
    position_minor bigint not null,
    -- The equivalent in roubles with which the position is carried on from the end of the day.
    national_minor bigint not null,
    -- Income is positive. The entry of the day moves it.
    result_minor bigint not null,
    -- Roubles in millionths for so many units; null when the day had no rate, so that nothing was revalued.
    units bigint,
    rate_micro bigint,
    primary key (currency, revaluation_date)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
create index revaluations_by_day on revaluations (revaluation_date);

-- A day is revalued once.
--@ sqlite
create trigger revaluations_refuse_update before update on revaluations
begin select raise(abort, 'revaluations only grows'); end;
create trigger revaluations_refuse_delete before delete on revaluations
begin select raise(abort, 'revaluations only grows'); end;
create trigger revaluations_refuse_replace before insert on revaluations
when exists (select 1 from revaluations r where r.currency = new.currency and r.revaluation_date = new.revaluation_date)
begin select raise(abort, 'revaluations only grows'); end;
--@ postgres
create trigger revaluations_refuse_change before update or delete on revaluations
    for each row execute function ledger_refuse_change();
create trigger revaluations_refuse_truncate before truncate on revaluations
    for each statement execute function ledger_refuse_change();
--@ both
