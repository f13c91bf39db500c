import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { Database, Transaction } from '../open-database.ts';
import { organizationCalled } from '../organization-called.ts';
import { PlatformError } from '../platform-error.ts';
import type { Actor, Visitor } from '../ports.ts';
import { redact } from './redact.ts';

// How a change gets into the log. Before it, an entry is written that does not know how it ends; whatever kills the platform, no
// change is without one. `recordChange` completes it in the transaction of the change, and where there is none, the end of the
// request does.

/** A request that may change something. */
export interface AuditedCall {
  /** `projects.pause` */
  action: string;
  actor: Actor;
  /** The organization, the project or the branch that it names, if it names one. Else it is of the account alone. */
  subject: { ref?: string | undefined; slug?: string | undefined };
  /** What is asked for, without secrets. */
  request: unknown;
  /** Of what is asked for, to judge what was there before by. */
  schema?: Parameters<typeof redact>[0];
}

/** What a command knows of a change. */
export interface RecordedChange {
  /** What was there and what is there now: as far as it changed, and in the words of the request. */
  before?: object | null;
  after?: object | null;
  /** The organization in which something changed, where the request does not name it. */
  organizationId?: number;
  projectRef?: string;
  operationId?: string;
  /** Who did it, where that shows only with the change: somebody signs in. */
  by?: { id: string; email: string };
}

interface OpenEntry {
  id: number | null;
  action: string;
  visitor: Visitor;
  request: string;
  schema: AuditedCall['schema'];
  isOver: boolean;
}

const openEntries = new AsyncLocalStorage<OpenEntry>();

/**
 * Runs a request that may change something, with its entry in the log. People outside the organization that it names leave none:
 * they change nothing there.
 * @throws whatever `work` throws; and the error of the database when the entry cannot be written, before anything is done
 */
export async function audited<T>(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  call: AuditedCall,
  work: () => Promise<T>,
): Promise<T> {
  // Part of a change that has an entry already.
  if (openEntries.getStore()?.isOver === false) return work();
  const entry = openEntry(call.action, call.actor, call);
  entry.id = await begin(db, call, entry.request);
  return runWith(entry, work, (error) => finish({ db, log }, entry, error));
}

/** Runs a request of somebody who is about to show who they are. {@link recordChange} makes the entry. */
export function auditedEntering<T>(
  call: Pick<AuditedCall, 'action' | 'request' | 'schema'> & { visitor: Visitor },
  work: () => Promise<T>,
): Promise<T> {
  return runWith(openEntry(call.action, call.visitor, call), work, async () => {});
}

function openEntry(
  action: string,
  { ip, userAgent }: Visitor,
  { request, schema }: Pick<AuditedCall, 'request' | 'schema'>,
): OpenEntry {
  return { id: null, action, visitor: { ip, userAgent }, request: toJson(request), schema, isOver: false };
}

async function runWith<T>(
  entry: OpenEntry,
  work: () => Promise<T>,
  end: (error: unknown) => Promise<void>,
): Promise<T> {
  try {
    const answer = await openEntries.run(entry, work);
    if (isStream(answer)) return endWith(answer, entry, end) as T;
    entry.isOver = true;
    await end(null);
    return answer;
  } catch (error) {
    entry.isOver = true;
    await end(error ?? new Error());
    throw error;
  }
}

const isStream = (answer: unknown): answer is AsyncGenerator<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer && 'next' in answer;

/** A stream whose end is the end of the request. An event that tells an error is its failure. */
async function* endWith(
  events: AsyncGenerator<unknown>,
  entry: OpenEntry,
  end: (error: unknown) => Promise<void>,
): AsyncGenerator<unknown> {
  let problem: unknown = new PlatformError('unavailable');
  try {
    let failed: unknown = null;
    for await (const event of events) {
      if ((event as { type?: unknown } | null)?.type === 'error') failed = new PlatformError('sql_error');
      yield event;
    }
    problem = failed;
  } catch (error) {
    problem = error;
    throw error;
  } finally {
    entry.isOver = true;
    await end(problem);
  }
}

/** Null for somebody outside the organization. */
async function begin(db: Database, call: AuditedCall, request: string): Promise<number | null> {
  const { action, actor, subject } = call;
  const values = {
    account_id: actor.accountId,
    email: actor.email,
    credential_kind: actor.credential.kind,
    credential_id: actor.credential.id,
    credential_name: actor.credential.name,
    ip: actor.ip,
    user_agent: actor.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    action,
    request,
  };
  const { ref, slug } = subject;
  if (ref === undefined && slug === undefined) {
    const { id } = await db.insertInto('audit_log').values(values).returning('id').executeTakeFirstOrThrow();
    return id;
  }
  const place = await db
    .selectFrom('organization_members as member')
    .innerJoin('organizations as organization', 'organization.id', 'member.organization_id')
    .leftJoin('projects as project', (join) =>
      join.onRef('project.organization_id', '=', 'organization.id').on(isProject(ref ?? '')),
    )
    .select(['organization.id', 'project.ref'])
    .where('member.account_id', '=', actor.accountId)
    .$if(ref !== undefined, (query) => query.where('project.ref', 'is not', null))
    .$if(ref === undefined, (query) => query.where('organization.id', '=', organizationCalled(slug ?? '')))
    .executeTakeFirst();
  if (place === undefined) return null;
  const { id } = await db
    .insertInto('audit_log')
    .values({ ...values, organization_id: place.id, project_ref: place.ref })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Branches are named by an id of their own too. */
const isProject = (ref: string) =>
  sql<boolean>`(project.ref = ${ref} or project.id = (select project_id from branches where id::text = ${ref}))`;

const USER_AGENT_LENGTH = 400;

/**
 * Says in the log what a request has changed, together with the change: give it the same transaction. Of several calls in one the
 * later add to the earlier. Outside of a request it does nothing: what the platform does by itself is in its own log.
 */
export async function recordChange(
  transaction: Transaction,
  { before, after, organizationId, projectRef, operationId, by }: RecordedChange,
): Promise<void> {
  const entry = openEntries.getStore();
  if (entry === undefined || entry.isOver) return;
  const known = {
    ...(before === undefined ? {} : { before: toJson(redact(entry.schema, before)) }),
    ...(after === undefined ? {} : { after: toJson(redact(entry.schema, after)) }),
    ...(organizationId === undefined ? {} : { organization_id: organizationId }),
    ...(projectRef === undefined ? {} : { project_ref: projectRef }),
    ...(operationId === undefined ? {} : { operation_id: operationId }),
    outcome: 'succeeded' as const,
    finished_at: sql<Date>`now()`,
  };
  if (by !== undefined && entry.id === null) {
    const { ip, userAgent } = entry.visitor;
    const written = await transaction
      .insertInto('audit_log')
      .values({
        account_id: by.id,
        email: by.email,
        ip,
        user_agent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
        action: entry.action,
        request: entry.request,
        ...known,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    entry.id = written.id;
    return;
  }
  if (entry.id === null) return;
  await transaction
    .updateTable('audit_log')
    .set(known)
    .where('id', '=', entry.id)
    .where(sql<boolean>`(finished_at is null or finished_at = now()::timestamptz(3))`)
    .execute();
}

/** The fields in which two records differ, as {@link RecordedChange} takes them. */
export function difference(
  before: object,
  after: object,
): Required<Pick<RecordedChange, 'before' | 'after'>> {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (name) => !isDeepStrictEqual(old.get(name) ?? null, fresh.get(name) ?? null),
  );
  const pick = (values: Map<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
  return { before: pick(old), after: pick(fresh) };
}

/** Says how a request ended, where no transaction of a change has. What was done stays done if this cannot be written. */
async function finish(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  { id, action }: OpenEntry,
  error: unknown,
): Promise<void> {
  if (id === null) return;
  try {
    await db
      .updateTable('audit_log')
      .set({
        outcome: error === null ? 'succeeded' : 'failed',
        error: error === null ? null : error instanceof PlatformError ? error.code : 'internal',
        finished_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      // Not waited for on disk: an outcome that a crash takes is unknown, as it would be without this.
      .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
      .execute();
  } catch (cause) {
    log(
      'error',
      { err: cause, action, entry: id },
      'how a change ended could not be written to the audit log',
    );
  }
}

const MAX_JSON = 16_000;
const MAX_PART = 500;
const TOO_LONG = '[too long]';

/** As JSON text. What is too long is left out but for its fields. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value ?? {});
  if (text.length <= MAX_JSON) return text;
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : { value });
  const short = fields.map(([key, part]: [string, unknown]) => {
    const isLong = (JSON.stringify(part)?.length ?? 0) > MAX_PART;
    return [key, isLong ? TOO_LONG : part];
  });
  const shortened = JSON.stringify(Object.fromEntries(short));
  return shortened.length <= MAX_JSON ? shortened : JSON.stringify({ request: TOO_LONG });
}
