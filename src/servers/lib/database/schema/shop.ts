/** Plans, API keys, the ledger, packages, orders, refunds, codes, and what inviters earn. */
export const shopTables = `
create table application (
  id text primary key, user_id text not null, type text not null, scope text not null,
  service_id text not null, created_at bigint not null, updated_at bigint not null,
  used bigint not null default 0, expired_at bigint, low_told_at bigint,
  constraint application_once unique (user_id, type, scope, service_id)
);
create index application_updated on application (updated_at);

create table credential (
  id text primary key, application_id text not null, user_id text not null, name text not null,
  type text not null, token_hash text not null, created_at bigint not null,
  updated_at bigint not null, host text, token_box text, expired_at bigint, limited bigint,
  constraint credential_token unique (token_hash),
  constraint credential_origin unique (application_id, host)
);

create table fund (
  application_id text not null, kind text not null,
  remaining bigint not null check (remaining >= 0), period text,
  constraint fund_key primary key (application_id, kind)
);

create table ledger (
  id text primary key, application_id text not null, fund text not null, kind text not null,
  reference text not null, created_at bigint not null, amount bigint not null, period text,
  constraint ledger_once unique (kind, reference)
);
create index ledger_application_id on ledger (application_id);
create index ledger_period on ledger (period) where period is not null;
create index ledger_grants on ledger (application_id, created_at) where kind in ('free',
  'order', 'period', 'lapse', 'refund');

create table period (
  id text primary key, application_id text not null, order_id text not null, fund text not null,
  state text not null, amount bigint not null, withheld bigint not null,
  starts_at bigint not null, ends_at bigint not null, reminded bigint not null,
  created_at bigint not null, updated_at bigint not null
);
create index period_application on period (application_id, state);
create index period_order on period (order_id);
create index period_state on period (state, ends_at);

create table package (
  id text primary key, service_id text not null, type text not null, title text not null,
  amount bigint not null, price bigint not null, duration bigint not null,
  created_at bigint not null, updated_at bigint not null, position integer not null,
  active integer not null
);

create table service_change (
  changes text not null, service_id text primary key, updated_at bigint not null
);

create table "order" (
  id text primary key, user_id text not null, origin text not null,
  application_ids text not null, package_ids text not null, description text not null,
  state text not null, pay_way text not null, fund text not null, amount bigint not null,
  price bigint not null, created_at bigint not null, updated_at bigint not null,
  duration bigint not null, pay_id text, pay_url text, paid_at bigint, expires_at bigint,
  rail text not null default '', note text not null default '', booked text not null default '',
  parts text not null default '[]', refunded bigint not null default 0,
  untold bigint not null default 0
);
create index order_owner on "order" (user_id, created_at);
create index order_payment on "order" (pay_id) where pay_id is not null;
create index order_state on "order" (state, updated_at);
create index order_untold on "order" (paid_at) where untold = 1;

create table refund (
  id text primary key, order_id text not null, rail text not null, state text not null,
  reason text not null, asked_by text not null, note text not null, cents bigint not null,
  amount bigint not null, taken bigint not null, rest bigint not null, tries bigint not null,
  next_at bigint not null, created_at bigint not null, updated_at bigint not null
);
create index refund_order on refund (order_id);

create table redemption_code (
  id text primary key, code_hash text not null, hint text not null, label text not null,
  package_id text not null, created_by text not null, type text not null,
  service_id text not null, amount bigint not null, duration bigint not null,
  uses bigint not null, most_uses bigint not null, created_at bigint not null,
  updated_at bigint not null, expires_at bigint, ended_at bigint
);
create index redemption_code_time on redemption_code (created_at, id);
create unique index redemption_code_hash on redemption_code (code_hash);

create table redemption (
  id text primary key, code_id text not null, user_id text not null, order_id text not null,
  created_at bigint not null, updated_at bigint not null
);
create index redemption_order on redemption (order_id);
create unique index redemption_once on redemption (code_id, user_id);

create table distribution_history (
  id text primary key, user_id text not null, invitee_id text not null, order_id text not null,
  kind text not null, reference text not null, fund text not null, note text not null,
  created_by text not null, price bigint not null, reward bigint not null,
  percentage bigint not null, created_at bigint not null,
  constraint distribution_entry_reference unique (kind, reference)
);
create index distribution_history_order on distribution_history (order_id);
create index distribution_history_owner on distribution_history (user_id, created_at);

create table distribution_level (
  id text primary key, title text not null, threshold bigint not null,
  percentage bigint not null, created_at bigint not null, level integer not null unique
);

create table distribution_status (
  user_id text not null, fund text not null, price bigint not null, reward bigint not null,
  paid_out bigint not null, created_at bigint not null, updated_at bigint not null,
  constraint distribution_sum_key primary key (user_id, fund)
)
`
