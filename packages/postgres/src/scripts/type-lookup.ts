import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { builtInTypeName } from '../values/type-names.ts';

const LOOKUP_TIMEOUT_MS = 2000;

interface TypeRow {
  readonly id: number;
  readonly name: string;
}

const TYPES = `
  select t.oid as id, case when e.oid is null then t.typname else e.typname || '[]' end as name
  from pg_catalog.pg_type t
  left join pg_catalog.pg_type e on e.oid = t.typelem and e.typarray = t.oid
  where t.oid = any ($1::oid[])`;

/**
 * Names the types of columns. PostgreSQL's own are known by heart; those of the database are asked for over a second
 * connection, because the first one is busy with the script. A type that cannot be seen from there (the script made
 * it and has not committed) is named by its number.
 */
export class TypeLookup {
  readonly #target: ConnectionTarget;
  readonly #found = new Map<number, string>();

  constructor(target: ConnectionTarget) {
    this.#target = target;
  }

  async names(typeIds: readonly number[], signal?: AbortSignal): Promise<string[]> {
    const unknown = typeIds.filter((id) => builtInTypeName(id) === undefined && !this.#found.has(id));
    if (unknown.length > 0) await this.#ask([...new Set(unknown)], signal).catch(() => {});
    return typeIds.map((id) => builtInTypeName(id) ?? this.#found.get(id) ?? `type ${id}`);
  }

  async #ask(typeIds: readonly number[], signal: AbortSignal | undefined): Promise<void> {
    const timeout = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
    const options = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
    const ask = withClient(this.#target, (client) => client.query<TypeRow>(TYPES, [typeIds]), options);
    for (const { id, name } of (await ask).rows) this.#found.set(id, name);
  }
}
