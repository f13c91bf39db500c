import type { ProjectClaim } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { hashToken } from '../kernel/tokens.ts';
import { listAtFreeLimit } from '../organizations/free-limit.ts';
import { assertMayCreateProject, assertMayTransferProjects } from '../organizations/policy.ts';
import { getMembership, lockMembership, type Membership } from '../organizations/store.ts';
import { assertMovable, moveProject } from '../projects/transfer-project.ts';
import { claimsInForce } from './claim-tokens.ts';

/** What would come of a claim. @throws PlatformError `not_found`, `forbidden` */
export async function previewClaim(
  { db }: Dependencies,
  actor: Actor,
  { slug, token }: { slug: string; token: string },
): Promise<ProjectClaim> {
  const membership = await getMembership(db, actor, slug);
  assertMayCreateProject(membership);
  const { organization } = membership;
  const claim = await findClaim(db, token);
  const problem = await db
    .transaction()
    .execute((transaction) => problemOf(transaction, claim, organization));
  const exceeding = await listAtFreeLimit(db, organization.id, claim.project_id);
  return {
    project: { ref: claim.ref, name: claim.name },
    preview: {
      valid: problem === null,
      warnings: [
        { key: 'roles_end', message: 'Roles that people have in this project alone end when it is claimed.' },
      ],
      errors: problem === null ? [] : [{ key: 'not_now', message: problem }],
      info: [],
      members_exceeding_free_project_limit: exceeding.map(({ primary_email, free_project_limit }) => ({
        name: primary_email,
        limit: free_project_limit,
      })),
      source_subscription_plan: claim.plan,
      target_subscription_plan: organization.plan,
    },
    expires_at: claim.expires_at.toISOString(),
    created_at: claim.created_at.toISOString(),
    created_by: claim.created_by,
  };
}

/**
 * Takes a project to an organization of the caller's, with its branches. The token is used up.
 * @throws PlatformError `not_found`, `forbidden`; `conflict` when it cannot be moved now
 */
export async function claimProject(
  { db }: Dependencies,
  actor: Actor,
  { slug, token }: { slug: string; token: string },
): Promise<void> {
  const membership = await getMembership(db, actor, slug);
  assertMayCreateProject(membership);
  const { slug: to } = membership.organization;
  const { organization_slug: from } = await findClaim(db, token);
  if (from === to) throw new PlatformError('conflict', 'The project is in this organization already.');
  await db.transaction().execute(async (transaction) => {
    // In one order, so that two in opposite directions do not wait for each other.
    const locked = new Map<string, Membership>();
    for (const each of [from, to].sort())
      locked.set(
        each,
        await lockMembership(transaction, each === to ? actor : await giverOf(transaction, token), each),
      );
    const [source, target] = [locked.get(from), locked.get(to)];
    if (source === undefined || target === undefined) throw noClaim();
    assertMayCreateProject(target);
    assertMayTransferProjects(source);
    const claim = await findClaim(transaction, token);
    if (claim.organization_slug !== from) throw noClaim();
    await moveProject(transaction, claim.project_id, source.organization, target.organization);
    await recordChange(transaction, {
      before: { organization: from },
      after: { organization: to },
      projectRef: claim.ref,
    });
  });
}

/** Whose word it is that the project may go: who made the token, with all rights that he has now. */
async function giverOf(db: Transaction, token: string) {
  const { created_by } = await findClaim(db, token);
  return { accountId: created_by, credential: { limit: null } };
}

/** @throws PlatformError `not_found` */
async function findClaim(db: Database | Transaction, token: string) {
  const found = await claimsInForce(db)
    .innerJoin('projects', 'projects.id', 'project_claims.project_id')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select([
      'projects.ref',
      'projects.name',
      'organizations.plan',
      'organizations.slug as organization_slug',
    ])
    .where('project_claims.token_hash', '=', hashToken(token))
    .where('projects.removed_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw noClaim();
  return found;
}

type Claim = Awaited<ReturnType<typeof findClaim>>;

/** Why a project could not be claimed now; null: it could. */
async function problemOf(
  transaction: Transaction,
  claim: Claim,
  target: { id: number; slug: string; plan: string },
): Promise<string | null> {
  if (claim.organization_slug === target.slug) return 'The project is in this organization already.';
  try {
    await assertMovable(transaction, claim.project_id, target);
    return null;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'conflict') return error.message;
    throw error;
  }
}

const noClaim = () =>
  new PlatformError('not_found', 'No project can be claimed with this token. It may have expired.');
