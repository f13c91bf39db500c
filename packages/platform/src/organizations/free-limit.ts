import type { FreeLimitMember, ProjectStatus, Role } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';

/** Any number that nothing else locks. */
const LOCK = 5_160_003;

const HOLDERS: readonly Role[] = ['Owner', 'Administrator'];
/** A project that is none of these takes one of its holders' places. */
const RESTING: readonly ProjectStatus[] = ['INACTIVE', 'INIT_FAILED', 'GOING_DOWN', 'REMOVED'];

/** Whether a project with this status takes no place. */
export function isRestingStatus(status: ProjectStatus): boolean {
  return RESTING.includes(status);
}

/**
 * Owners and administrators of a free organization who hold as many active projects in free organizations as they may.
 * Nobody does in an organization with a paid plan.
 * @param exceptProjectId a project that is not counted: the one that is about to be active
 */
export async function listAtFreeLimit(
  db: Database,
  organizationId: number,
  exceptProjectId = 0,
): Promise<FreeLimitMember[]> {
  const { plan } = await db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return plan === 'free' ? listHolders(db, organizationId, { count: '>=', exceptProjectId }) : [];
}

/** Those who would hold more active projects in free organizations than they may, were this organization free. */
export function listBeyondFreeLimit(db: Database, organizationId: number): Promise<FreeLimitMember[]> {
  return listHolders(db, organizationId, { count: '>', exceptProjectId: 0 });
}

/** Decisions about places of free projects take turns until the end of the transaction. */
export async function takeTurnAtFreeLimit(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
}

/** Owners and administrators with so many active projects in free organizations and in this one, beside what they may. */
async function listHolders(
  db: Database,
  organizationId: number,
  { count: comparison, exceptProjectId }: { count: '>=' | '>'; exceptProjectId: number },
): Promise<FreeLimitMember[]> {
  const members = await db
    .selectFrom('organization_members')
    .innerJoin('accounts', 'accounts.id', 'organization_members.account_id')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select(['accounts.email', 'accounts.free_project_limit'])
    .where('organizations.id', '=', organizationId)
    .where('organization_members.role', 'in', HOLDERS)
    .where(
      (eb) =>
        eb
          .selectFrom('projects')
          .innerJoin('organizations as free', 'free.id', 'projects.organization_id')
          .innerJoin('organization_members as held', 'held.organization_id', 'free.id')
          .whereRef('held.account_id', '=', 'accounts.id')
          .where('held.role', 'in', HOLDERS)
          .where((either) =>
            either.or([either('free.plan', '=', 'free'), either('free.id', '=', organizationId)]),
          )
          .where('projects.removed_at', 'is', null)
          .where('projects.status', 'not in', RESTING)
          .where('projects.id', '<>', exceptProjectId)
          .select((count) => count.fn.countAll<number>().as('n')),
      comparison,
      (eb) => eb.ref('accounts.free_project_limit'),
    )
    .orderBy('accounts.email')
    .execute();
  return members.map(({ email, free_project_limit }) => ({
    username: email,
    primary_email: email,
    free_project_limit,
  }));
}

/**
 * Refuses one more active project in a free organization whose owner or administrator has no place for it. Such decisions
 * take turns until the end of their transaction.
 * @throws PlatformError `conflict`
 */
export async function assertWithinFreeLimit(
  transaction: Transaction,
  organizationId: number,
  exceptProjectId = 0,
): Promise<void> {
  await takeTurnAtFreeLimit(transaction);
  const members = await listAtFreeLimit(transaction, organizationId, exceptProjectId);
  if (members.length > 0) throw new PlatformError('conflict', limitSentence(members));
}

/** Who has reached the limit, and what to do. */
function limitSentence(members: readonly FreeLimitMember[]): string {
  const { who, isOne } = named(members);
  return `${who} ${isOne ? 'has' : 'have'} reached the limit of active projects in free organizations. Pause or delete one of them, or change the plan of the organization.`;
}

/** The members with their limits, as the subject of a sentence. */
export function named(members: readonly FreeLimitMember[]): { who: string; isOne: boolean } {
  const names = members.map(({ primary_email, free_project_limit: limit }) => `${primary_email} (${limit})`);
  const [first = ''] = names;
  return names.length === 1 ? { who: first, isOne: true } : { who: list(names), isOne: false };
}

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
