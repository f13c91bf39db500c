import { randomBytes } from 'node:crypto';
import { CLAIM_HOURS } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectClaimRow } from '../kernel/schema.ts';
import { hashToken } from '../kernel/tokens.ts';
import { assertMayTransferProjects } from '../organizations/policy.ts';
import { getMembership } from '../organizations/store.ts';
import { lockProject } from '../projects/lock-project.ts';
import { getProject, type ProjectAccess } from '../projects/store.ts';

const HOUR_MS = 3_600_000;
const ALIAS_LENGTH = 'claim_'.length + 6;

/** A project that the caller may give away. @throws PlatformError `not_found`, `forbidden` */
async function ownedProject(db: Database, actor: Actor, ref: string): Promise<ProjectAccess> {
  const access = await getProject(db, actor, ref);
  assertMayTransferProjects(await getMembership(db, actor, access.organization.slug));
  return access;
}

/** @throws PlatformError `not_found`, `forbidden` */
export async function getClaimToken(db: Database, actor: Actor, ref: string): Promise<ProjectClaimRow> {
  const { project } = await ownedProject(db, actor, ref);
  const row = await claimsInForce(db).where('project_id', '=', project.id).executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'This project has no claim token.');
  return row;
}

/** Makes a token, in place of one that was there. @throws PlatformError `not_found`, `forbidden`, `conflict` for a branch */
export async function createClaimToken(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<ProjectClaimRow & { token: string }> {
  const { project, parent } = await ownedProject(db, actor, ref);
  if (parent !== null)
    throw new PlatformError('conflict', 'This is a branch. It goes with its project when that is claimed.');
  const token = `claim_${randomBytes(20).toString('hex')}`;
  const now = Date.now();
  const values = {
    token_hash: hashToken(token),
    token_alias: `${token.slice(0, ALIAS_LENGTH)}…`,
    created_by: actor.accountId,
    created_at: new Date(now),
    expires_at: new Date(now + CLAIM_HOURS * HOUR_MS),
  };
  return db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const row = await transaction
      .insertInto('project_claims')
      .values({ project_id: project.id, ...values })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, {
      after: { token_alias: row.token_alias, expires_at: row.expires_at.toISOString() },
    });
    return { ...row, token };
  });
}

/** The project cannot be claimed any more. @throws PlatformError `not_found`, `forbidden` */
export async function deleteClaimToken({ db }: Dependencies, actor: Actor, ref: string): Promise<void> {
  const { project } = await ownedProject(db, actor, ref);
  await db.deleteFrom('project_claims').where('project_id', '=', project.id).execute();
}

/** Those that are not over. */
export function claimsInForce(db: Database | Transaction) {
  return db.selectFrom('project_claims').selectAll('project_claims').where('expires_at', '>', new Date());
}
