import { withClient, withSetting } from '@basalt/postgres';
import { SEARCHED_USER_TEXT } from '@basalt/project';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { UserIndexes } from '../kernel/ports.ts';

/** Fewer users are searched within some milliseconds as they are. */
const MANY_USERS = 5_000;
/** How long what was found or done for a project is believed. */
const BELIEVED_MS = 10 * 60_000;
/** Of one index. A million users take half a minute; somebody's open transaction may make it wait. */
const TIMEOUT_MS = 30 * 60_000;

/** @param trigrams the schema of the extension; null: without it nothing helps a search */
const INDEXES: Readonly<Record<string, (trigrams: string | null) => string | null>> = {
  users_created_at_idx: () => 'using btree (created_at desc nulls last, id desc)',
  users_email_idx: () => 'using btree (email, id)',
  users_search_idx: (trigrams) => trigrams && `using gin (${SEARCHED_USER_TEXT} ${trigrams}.gin_trgm_ops)`,
};

/** Whether an index of `auth.users` is there; one whose making was broken off is not valid. */
const LOOK = `
select c.relname as name, i.indisvalid as "isValid"
from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid operator(pg_catalog.=) i.indexrelid
where i.indrelid operator(pg_catalog.=) pg_catalog.to_regclass('auth.users')`;
const TRIGRAMS = `
select pg_catalog.quote_ident(n.nspname) as schema
from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid operator(pg_catalog.=) e.extnamespace
where e.extname operator(pg_catalog.=) 'pg_trgm'`;
const CAN_HAVE_TRIGRAMS = `
select from pg_catalog.pg_available_extensions
where name operator(pg_catalog.=) 'pg_trgm' and pg_catalog.to_regnamespace('extensions') is not null`;

/**
 * Makes the indexes by which a project's users are searched and listed, beside everything else that happens in its database. They
 * are made where there are many users only: a small project does not pay for them.
 */
export class ConcurrentUserIndexes implements UserIndexes {
  readonly #parts: Pick<Dependencies, 'clusters' | 'log'>;
  readonly #believed = new Map<string, number>();
  readonly #atWork = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(parts: Pick<Dependencies, 'clusters' | 'log'>) {
    this.#parts = parts;
  }

  /** At once: nobody waits for it, and a failure is tried again later. */
  counted(ref: string, users: number): void {
    const now = performance.now();
    for (const [known, until] of this.#believed) if (until < now) this.#believed.delete(known);
    if (users < MANY_USERS || this.#believed.has(ref) || this.#stopping.signal.aborted) return;
    this.#believed.set(ref, Number.POSITIVE_INFINITY);
    const work = this.#make(ref)
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return;
        this.#parts.log('warn', { ref, err: error }, 'indexes of users could not be made');
      })
      .finally(() => {
        this.#believed.set(ref, performance.now() + BELIEVED_MS);
        this.#atWork.delete(work);
      });
    this.#atWork.add(work);
  }

  /** What is being made is broken off, and made anew another time. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#atWork);
  }

  async #make(ref: string): Promise<void> {
    const address = await this.#parts.clusters.address(ref);
    const target = withSetting(
      withSetting({ ...address, applicationName: 'basalt user indexes' }, 'search_path', 'pg_catalog'),
      'statement_timeout',
      TIMEOUT_MS,
    );
    await withClient(target, makeUserIndexes, { signal: this.#stopping.signal, answerTimeoutMs: null });
  }
}

/** Makes what is missing, the broken ones anew. As a superuser, whose names are found in the server's own schema only. */
export async function makeUserIndexes(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(LOOK);
  const valid = new Map(rows.map(({ name, isValid }) => [name, isValid]));
  let isChanged = false;
  for (const [name, columns] of Object.entries(INDEXES)) {
    if (valid.get(name) === true) continue;
    if (valid.has(name)) await client.query(`drop index concurrently if exists auth.${name}`);
    const made = columns(name === 'users_search_idx' ? await trigrams(client) : null);
    if (made === null) continue;
    await client.query(`create index concurrently ${name} on auth.users ${made}`);
    isChanged = true;
  }
  // What PostgreSQL knows of the searched text decides whether a search goes through the index.
  if (isChanged) await client.query('analyze auth.users');
}

/** The schema of the extension with the trigrams, which is made if it is missing; null where it cannot be. */
async function trigrams(client: ClientBase): Promise<string | null> {
  const find = async () => (await client.query<{ schema: string }>(TRIGRAMS)).rows[0]?.schema ?? null;
  const found = await find();
  if (found !== null) return found;
  const { rowCount } = await client.query(CAN_HAVE_TRIGRAMS);
  if (rowCount === 0) return null;
  await client.query('create extension if not exists pg_trgm with schema extensions');
  return find();
}
