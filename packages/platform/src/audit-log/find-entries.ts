import { AUDIT_LOG_PER_PAGE, type AuditEntry, type AuditLogFilter } from '@basalt/contract';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import type { OrganizationRow, Schema } from '../kernel/schema.ts';
import { assertMayReadAuditLog } from '../organizations/policy.ts';
import { getMembership } from '../organizations/store.ts';

type AuditLogRow = Selectable<Schema['audit_log']>;

/** The organization whose log somebody may read. @throws PlatformError `not_found` or `forbidden` */
export async function readableOrganization(
  db: Database,
  actor: Actor,
  slug: string,
): Promise<OrganizationRow> {
  const membership = await getMembership(db, actor, slug);
  assertMayReadAuditLog(membership);
  return membership.organization;
}

/**
 * Entries that meet a filter, the newest first.
 * @param before only older ones than the entry with this id
 */
export async function findEntries(
  db: Database,
  organizationId: number,
  filter: AuditLogFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const rows = await filtered(
    db.selectFrom('audit_log').selectAll().where('organization_id', '=', organizationId),
    filter,
  )
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(presentEntry);
}

type Rows = SelectQueryBuilder<Schema, 'audit_log', AuditLogRow>;

function filtered(query: Rows, filter: AuditLogFilter): Rows {
  const { account, action, project, outcome, from, to, search } = filter;
  let found = query;
  if (account !== undefined) found = found.where('account_id', '=', account);
  if (action?.includes('.') === true) found = found.where('action', '=', action);
  else if (action !== undefined) found = found.where(sql<boolean>`starts_with(action, ${`${action}.`})`);
  if (project !== undefined) found = found.where('project_ref', '=', project);
  if (outcome === 'unknown') found = found.where('outcome', 'is', null);
  else if (outcome !== undefined) found = found.where('outcome', '=', outcome);
  if (from !== undefined) found = found.where('at', '>=', new Date(from));
  if (to !== undefined) found = found.where('at', '<', new Date(to));
  if (search !== undefined && search.trim() !== '')
    found = found.where(
      sql<boolean>`strpos(lower(concat_ws(' ', email, action, project_ref, ip, credential_name, request, before, after)), lower(${search.trim()})) > 0`,
    );
  return found;
}

function presentEntry(row: AuditLogRow): AuditEntry {
  const { credential_kind: kind, credential_id: id, credential_name: name } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome ?? 'unknown',
    error: row.error,
    actor: {
      account_id: row.account_id,
      email: row.email,
      credential: kind === null || id === null ? null : { kind, id, name },
    },
    ip: row.ip,
    user_agent: row.user_agent,
    project_ref: row.project_ref,
    request: row.request,
    before: row.before,
    after: row.after,
    operation_id: row.operation_id,
  };
}

/** A page of the log. @throws PlatformError `not_found` or `forbidden` */
export async function listEntries(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
  { before, ...filter }: AuditLogFilter & { before?: number | undefined },
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const { id } = await readableOrganization(db, actor, slug);
  // One more tells whether there is a next page.
  const found = await findEntries(db, id, filter, { before, limit: AUDIT_LOG_PER_PAGE + 1 });
  const entries = found.slice(0, AUDIT_LOG_PER_PAGE);
  return { entries, next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null };
}

interface Choices {
  people: { account_id: string; email: string }[];
  actions: string[];
  projects: { ref: string; name: string | null }[];
}

/** What the log can be filtered by. @throws PlatformError `not_found` or `forbidden` */
export async function listChoices(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
): Promise<Choices> {
  const { id } = await readableOrganization(db, actor, slug);
  const entries = () => db.selectFrom('audit_log').where('audit_log.organization_id', '=', id);
  const people = await entries()
    .select(['account_id', (eb) => eb.fn.max('email').as('email')])
    .groupBy('account_id')
    .orderBy('email')
    .execute();
  const actions = await entries().select('action').distinct().orderBy('action').execute();
  const projects = await entries()
    .leftJoin('projects', 'projects.ref', 'audit_log.project_ref')
    .select(['audit_log.project_ref as ref', 'projects.name'])
    .distinct()
    .orderBy('projects.name')
    .orderBy('audit_log.project_ref')
    .$narrowType<{ ref: string }>()
    .where('audit_log.project_ref', 'is not', null)
    .execute();
  return { people, actions: actions.map(({ action }) => action), projects };
}
