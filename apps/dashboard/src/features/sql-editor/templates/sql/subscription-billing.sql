-- Products, prices and subscriptions, as a payment provider reports them.
-- Only the service role writes; people read what is on sale and what is theirs.
create type price_interval as enum ('day', 'week', 'month', 'year');
create type subscription_status as enum (
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
  'incomplete',
  'unpaid'
);

-- Which customer of the provider a person is. No policy: nobody but the service role reads it.
create table billing_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  provider_customer_id text not null unique
);

create table products (
  id text primary key,
  name text not null,
  description text not null default '',
  is_active boolean not null default true,
  metadata jsonb not null default '{}'
);

create table prices (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  currency char(3) not null check (currency = lower(currency)),
  unit_amount bigint not null check (unit_amount >= 0),
  billed_every price_interval,
  interval_count integer not null default 1 check (interval_count > 0),
  trial_days integer not null default 0 check (trial_days >= 0),
  is_active boolean not null default true
);

comment on column prices.unit_amount is 'In the smallest unit of the currency, such as cents.';
comment on column prices.billed_every is 'Null: paid once.';

create table subscriptions (
  id text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  price_id text not null references prices (id),
  status subscription_status not null,
  quantity integer not null default 1 check (quantity > 0),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (current_period_start <= current_period_end)
);

create index prices_product_id_idx on prices (product_id);
create index subscriptions_user_id_idx on subscriptions (user_id);
create index subscriptions_price_id_idx on subscriptions (price_id);

alter table billing_customers enable row level security;
alter table products enable row level security;
alter table prices enable row level security;
alter table subscriptions enable row level security;

create policy "Everybody sees what is on sale"
  on products for select to anon, authenticated using (is_active);
create policy "Everybody sees current prices"
  on prices for select to anon, authenticated using (is_active);
create policy "People see their own subscriptions"
  on subscriptions for select to authenticated using ((select auth.uid()) = user_id);
