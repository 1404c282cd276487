create table tariff_plans (
    plan_code text not null primary key,
    name text not null,
    public_name_ru text not null,
    public_name_en text not null,
    summary_ru text not null,
    summary_en text not null,
    monthly_fee_minor bigint not null check (monthly_fee_minor >= 0),
    status text not null check (status in ('OFFERED', 'WITHDRAWN')),
    -- A JSON array of sections with their fees, because they are only ever read together with their plan.
    fees text not null
);

-- The plan of each client. It changes by import and on the day on which a planned change takes effect.
create table tariff_client_plans (
    cnum text not null primary key,
    plan_code text not null references tariff_plans (plan_code),
    since text not null
);

create table tariff_future_changes (
    future_change_id bigint not null primary key check (future_change_id > 0),
    cnum text not null,
    plan_code text not null references tariff_plans (plan_code),
    effective_from text not null,
    state text not null check (state in ('PLANNED', 'EFFECTIVE', 'CANCELLED', 'SUPERSEDED')),
    -- The request that asked for it; none when the bank imported the change.
    request_id bigint,
    changed_at_us bigint not null
);

-- A client has one plan to come at most, whoever asks for how many at once.
create unique index tariff_future_changes_planned on tariff_future_changes (cnum) where state = 'PLANNED';

-- What becomes effective next.
create index tariff_future_changes_due on tariff_future_changes (effective_from, future_change_id) where state = 'PLANNED';
