import { isPunctuation, significantTokens, wordOf } from '@basalt/sql';
import { describe, isWanted, joinComment, type ObjectKind, PAGE, unlessLocked } from './object-scope.ts';

type EnabledMode = 'ORIGIN' | 'REPLICA' | 'ALWAYS' | 'DISABLED';

export interface TriggerObject {
  id: number;
  table_id: number;
  enabled_mode: EnabledMode;
  name: string;
  table: string;
  schema: string;
  /** What must hold for it to run. */
  condition: string | null;
  orientation: 'ROW' | 'STATEMENT';
  activation: 'BEFORE' | 'AFTER' | 'INSTEAD OF';
  events: ('INSERT' | 'DELETE' | 'UPDATE' | 'TRUNCATE')[];
  function_schema: string;
  function_name: string;
  function_args: string[];
}

interface StoredTrigger extends Omit<TriggerObject, 'condition' | 'function_args' | 'events'> {
  events: (TriggerObject['events'][number] | null)[];
  /** The statement that makes it, if it has a condition. */
  statement: string | null;
  /** In hexadecimal: texts, each with a zero byte after it. */
  arguments: string;
}

const ENABLED_MODE = (column: string) =>
  `case ${column} when 'O' then 'ORIGIN' when 'R' then 'REPLICA' when 'A' then 'ALWAYS' else 'DISABLED' end as enabled_mode`;

const STORED_TRIGGERS = describe<StoredTrigger>(`
select t.oid::pg_catalog.int8 as id, t.tgrelid::pg_catalog.int8 as table_id, ${ENABLED_MODE('t.tgenabled')},
  t.tgname as name, p.relname as "table", p.nspname as schema,
  case when t.tgqual is not null then
    ${unlessLocked('pg_class', 't.tgrelid', 'pg_catalog.pg_get_triggerdef(t.oid, true)')} end as statement,
  case when t.tgtype & 1 = 1 then 'ROW' else 'STATEMENT' end as orientation,
  case when t.tgtype & 64 = 64 then 'INSTEAD OF' when t.tgtype & 2 = 2 then 'BEFORE' else 'AFTER' end as activation,
  pg_catalog.json_build_array(
    case when t.tgtype & 4 = 4 then 'INSERT' end, case when t.tgtype & 8 = 8 then 'DELETE' end,
    case when t.tgtype & 16 = 16 then 'UPDATE' end, case when t.tgtype & 32 = 32 then 'TRUNCATE' end) as events,
  n.nspname as function_schema, f.proname as function_name,
  pg_catalog.encode(t.tgargs, 'hex') as arguments
from page p
join pg_catalog.pg_trigger t on t.oid = p.oid
join pg_catalog.pg_proc f on f.oid = t.tgfoid
join pg_catalog.pg_namespace n on n.oid = f.pronamespace
order by p.nspname, p.relname, p.tgname, p.oid`);

/** Triggers that somebody made; not those that foreign keys consist of. */
export const TRIGGER_OBJECTS: ObjectKind<TriggerObject> = {
  page: `page as materialized (
  select t.oid, n.nspname, c.relname, t.tgname
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join schemas n on n.oid = c.relnamespace
  where not t.tgisinternal and ${isWanted('t.oid')}
  order by n.nspname, c.relname, t.tgname, t.oid
  ${PAGE}
)`,
  topic: {
    sql: STORED_TRIGGERS.sql,
    read: (payload) => {
      const { statement, arguments: bytes, events, ...trigger } = STORED_TRIGGERS.read(payload);
      return {
        ...trigger,
        condition: statement === null ? null : conditionOf(statement),
        events: events.filter((event) => event !== null),
        function_args: Buffer.from(bytes, 'hex').toString('utf8').split('\0').slice(0, -1),
      };
    },
  },
};

/**
 * What stands between the brackets after WHEN. Names that could be taken for it are quoted, so they are tokens of another kind.
 *
 * @param statement CREATE TRIGGER as PostgreSQL writes it
 */
function conditionOf(statement: string): string | null {
  const tokens = significantTokens(statement);
  const open = tokens.findIndex(
    (token, place) => isPunctuation(statement, token, '(') && wordOf(statement, tokens[place - 1]) === 'when',
  );
  const start = tokens[open];
  if (start === undefined) return null;
  let depth = 0;
  for (const token of tokens.slice(open)) {
    if (isPunctuation(statement, token, '(')) depth += 1;
    else if (isPunctuation(statement, token, ')')) depth -= 1;
    if (depth === 0) return statement.slice(start.end, token.start);
  }
  return null;
}

export interface EventTriggerObject {
  id: number;
  name: string;
  owner: string;
  event: string;
  enabled_mode: EnabledMode;
  /** The commands it is run for; empty: all of the event. */
  tags: string[];
  function_id: number;
  function_schema: string;
  function_name: string;
  comment: string | null;
}

export const EVENT_TRIGGER_OBJECTS: ObjectKind<EventTriggerObject> = {
  page: `page as materialized (
  select t.oid
  from pg_catalog.pg_event_trigger t
  where ${isWanted('t.oid')}
  order by t.evtname
  ${PAGE}
)`,
  topic: describe(`
select t.oid::pg_catalog.int8 as id, t.evtname as name, pg_catalog.pg_get_userbyid(t.evtowner) as owner, t.evtevent as event,
  ${ENABLED_MODE('t.evtenabled')}, coalesce(t.evttags, '{}') as tags,
  f.oid::pg_catalog.int8 as function_id, n.nspname as function_schema, f.proname as function_name,
  d.description as comment
from page p
join pg_catalog.pg_event_trigger t on t.oid = p.oid
join pg_catalog.pg_proc f on f.oid = t.evtfoid
join pg_catalog.pg_namespace n on n.oid = f.pronamespace
${joinComment('d', 'pg_event_trigger', 't.oid')}
order by t.evtname`),
};
