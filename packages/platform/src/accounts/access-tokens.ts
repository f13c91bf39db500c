import type { AccessToken, ProjectRole } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, Visitor } from '../kernel/ports.ts';
import type { AccessTokenRow } from '../kernel/schema.ts';
import { ACCESS_TOKEN, hashToken, newAccessToken } from '../kernel/tokens.ts';
import { noteUse } from './note-use.ts';

const ALIAS_LENGTH = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

interface NewToken {
  name: string;
  /** Whole days until it ends; null: it does not. */
  expiresInDays?: number | null | undefined;
  /** What it may do at most; null: whatever the account may. */
  role?: ProjectRole['role'] | null | undefined;
  /** The ref of the one project that it is for; null: all. */
  project?: string | null | undefined;
  /** Made here if it is not given. */
  token?: string;
}

/**
 * The one time the token itself is given out; afterwards only its hash is known.
 * @throws PlatformError `bad_request` for a project of others
 */
export async function createAccessToken(
  transaction: Transaction,
  accountId: string,
  { name, expiresInDays = null, role = null, project: ref = null, token = newAccessToken() }: NewToken,
): Promise<AccessToken & { token: string }> {
  const project = ref === null ? null : await projectOf(transaction, accountId, ref);
  const row = await transaction
    .insertInto('access_tokens')
    .values({
      account_id: accountId,
      name,
      token_hash: hashToken(token),
      token_alias: `${token.slice(0, ALIAS_LENGTH)}…`,
      expires_at: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
      role,
      project_id: project?.id ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(transaction, { after: { id: row.id, name, role, ref, expires_at: row.expires_at } });
  return { ...presentAccessToken({ ...row, project_ref: ref, project_name: project?.name ?? null }), token };
}

async function projectOf(
  transaction: Transaction,
  accountId: string,
  ref: string,
): Promise<{ id: number; name: string }> {
  const project = await transaction
    .selectFrom('projects')
    .innerJoin('organization_members as member', 'member.organization_id', 'projects.organization_id')
    .select(['projects.id', 'projects.name'])
    .where('member.account_id', '=', accountId)
    .where('projects.ref', '=', ref)
    .where('projects.removed_at', 'is', null)
    .executeTakeFirst();
  if (project === undefined)
    throw new PlatformError('bad_request', `There is no project with the ref ${ref}.`, { field: 'project' });
  return project;
}

export async function listAccessTokens(db: Database, accountId: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .leftJoin('projects', 'projects.id', 'access_tokens.project_id')
    .selectAll('access_tokens')
    .select(['projects.ref as project_ref', 'projects.name as project_name'])
    .where('account_id', '=', accountId)
    .orderBy('access_tokens.created_at', 'desc')
    .execute();
  return rows.map(presentAccessToken);
}

export async function deleteAccessToken(db: Database, accountId: string, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('access_tokens')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(['name', 'expires_at'])
      .executeTakeFirst();
    if (deleted === undefined) throw new PlatformError('not_found', 'There is no access token with this id.');
    await recordChange(transaction, { before: deleted });
  });
}

/**
 * Who a personal access token belongs to; null when nobody. Its last use is noted at most once a minute.
 * @throws PlatformError `unauthorized` when it has expired: whoever has it may know that it was one
 */
export async function actorOfAccessToken(
  db: Database,
  token: string,
  visitor: Visitor,
): Promise<Actor | null> {
  if (!ACCESS_TOKEN.test(token)) return null;
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .select([
      'accounts.id',
      'accounts.email',
      'access_tokens.id as token_id',
      'name',
      'role',
      'project_id',
      'last_used_at',
      'expires_at',
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.expires_at !== null && row.expires_at.getTime() <= Date.now())
    throw new PlatformError(
      'unauthorized',
      'This access token has expired. Create a new one in the dashboard.',
    );
  await noteUse(db, 'access_tokens', { id: row.token_id, notedAt: row.last_used_at });
  const { role, project_id: projectId } = row;
  const limit = role === null && projectId === null ? null : { role, projectId };
  const credential = { kind: 'token', id: row.token_id, name: row.name, limit } as const;
  return { accountId: row.id, email: row.email, credential, ...visitor };
}

function presentAccessToken(
  row: AccessTokenRow & { project_ref: string | null; project_name: string | null },
): AccessToken {
  const { project_ref: ref, project_name: name } = row;
  return {
    id: row.id,
    name: row.name,
    token_alias: row.token_alias,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    role: row.role,
    project: ref === null ? null : { ref, name: name ?? ref },
  };
}
