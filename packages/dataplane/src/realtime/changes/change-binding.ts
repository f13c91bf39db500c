import { createHash } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import { invalid, object, text } from '../payload.ts';

export type ChangeEvent = '*' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Changes that a client listens to. */
export interface ChangeBinding {
  /** The same for equal bindings of all clients, so that they can share what they are sent. */
  id: number;
  event: ChangeEvent;
  /** `*`: all. */
  schema: string;
  /** `*`: all of the schema. */
  table: string;
  filter: string | null;
  /** Null: all columns. */
  select: readonly string[] | null;
  /** As the client wrote it: it compares. */
  echo: Readonly<Record<string, unknown>>;
}

const EVENTS: ReadonlySet<string> = new Set(['*', 'INSERT', 'UPDATE', 'DELETE']);

/** @throws {RealtimeError} InvalidJoinPayload */
export function parseBindings(value: unknown): ChangeBinding[] {
  if (!Array.isArray(value)) throw invalid('config.postgres_changes must be a list.');
  if (value.length > LIMITS.bindingsPerChannel)
    throw invalid(`A channel listens to at most ${LIMITS.bindingsPerChannel} kinds of changes.`);
  return value.map((item) => parseBinding(object(item, 'an item of config.postgres_changes')));
}

function parseBinding(item: Record<string, unknown>): ChangeBinding {
  const event = typeof item.event === 'string' ? item.event.toUpperCase() : '*';
  if (!EVENTS.has(event)) throw invalid('event must be INSERT, UPDATE, DELETE or *.');
  const schema = text(item.schema, 'schema', LIMITS.topicBytes) || 'public';
  const table = text(item.table, 'table', LIMITS.topicBytes) || '*';
  const filter = text(item.filter, 'filter', LIMITS.filterBytes) || null;
  const { select = null } = item;
  if (select !== null && !(Array.isArray(select) && select.every((name) => typeof name === 'string')))
    throw invalid('select must be a list of columns.');
  const names = select === null || select.length === 0 ? null : (select as string[]);
  const { event: _event, schema: _schema, table: _table, filter: _filter, select: _select } = item;
  const echo = Object.fromEntries(
    Object.entries({
      event: _event,
      schema: _schema,
      table: _table,
      filter: _filter,
      select: _select,
    }).filter(([, given]) => given !== undefined),
  );
  return {
    id: idOf([event, schema, table, filter, names]),
    event: event as ChangeEvent,
    schema,
    table,
    filter,
    select: names,
    echo,
  };
}

/** Never 0: to clients that is none. */
function idOf(parts: readonly unknown[]): number {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return digest.readUInt32BE() % 0x7fff_ffff || 1;
}
