import { MEMBERS_PER_PAGE, type Member, ROLES, type Role } from '@basalt/contract';
import { authorize } from '../access/permissions.ts';
import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { HAS_SECOND_FACTOR } from '../organizations/second-factor.ts';
import { getMembership } from '../organizations/store.ts';
import { mayMember } from './policy.ts';

interface Question {
  slug: string;
  /** Part of an e-mail address, any case. */
  search: string;
  /** Counted from 1. */
  page: number;
}

/** A page of an organization's members by e-mail address, with what the reader may do with each. */
export async function listMembers(
  db: Database,
  actor: Actor,
  { slug, search, page }: Question,
): Promise<{ members: Member[]; total: number; roles_to_give: Role[] }> {
  const { organization, role: own } = await getMembership(db, actor, slug);
  authorize('read', { name: 'members', role: own });
  const part = search.trim().toLowerCase();
  let found = db
    .selectFrom('organization_members')
    .innerJoin('accounts', 'accounts.id', 'organization_members.account_id')
    .where('organization_members.organization_id', '=', organization.id);
  if (part !== '')
    found = found.where((eb) => eb(eb.fn<number>('strpos', ['accounts.email', eb.val(part)]), '>', 0));
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([
      'accounts.id',
      'accounts.email',
      'organization_members.role',
      'organization_members.has_all_projects',
      'organization_members.created_at',
      HAS_SECOND_FACTOR.as('has_second_factor'),
    ])
    .orderBy('accounts.email')
    .limit(MEMBERS_PER_PAGE)
    .offset((page - 1) * MEMBERS_PER_PAGE)
    .execute();
  const ids = rows.map(({ id }) => id);
  // Which projects there are is told to those only who give roles in them, and to each member their own.
  const projectRoles =
    ids.length === 0
      ? []
      : await db
          .selectFrom('project_members')
          .innerJoin('projects', 'projects.id', 'project_members.project_id')
          .select(['project_members.account_id', 'project_members.role', 'projects.ref', 'projects.name'])
          .where('projects.organization_id', '=', organization.id)
          .where('projects.removed_at', 'is', null)
          .where('project_members.account_id', 'in', ids)
          .orderBy('projects.name')
          .execute();
  return {
    total,
    roles_to_give: ROLES.filter((role) => mayMember('create', own, role)),
    members: rows.map((row) => {
      const isYou = row.id === actor.accountId;
      const mayChange = mayMember('update', own, row.role);
      return {
        account_id: row.id,
        email: row.email,
        role: row.role,
        has_all_projects: row.has_all_projects,
        project_roles:
          mayChange || isYou
            ? projectRoles
                .filter(({ account_id }) => account_id === row.id)
                .map(({ ref, name, role }) => ({ ref, name, role }))
            : [],
        has_second_factor: row.has_second_factor,
        joined_at: row.created_at.toISOString(),
        is_you: isYou,
        may_change: mayChange,
        may_remove: isYou || mayMember('delete', own, row.role),
      };
    }),
  };
}

/** All members as the management API tells them. */
export async function listV1Members(db: Database, actor: Actor, slug: string) {
  const { organization, role } = await getMembership(db, actor, slug);
  authorize('read', { name: 'members', role });
  const rows = await db
    .selectFrom('organization_members')
    .innerJoin('accounts', 'accounts.id', 'organization_members.account_id')
    .select([
      'accounts.id',
      'accounts.email',
      'organization_members.role',
      HAS_SECOND_FACTOR.as('has_second_factor'),
    ])
    .where('organization_members.organization_id', '=', organization.id)
    .orderBy('accounts.email')
    .execute();
  return rows.map((row) => ({
    user_id: row.id,
    user_name: row.email,
    email: row.email,
    role_name: row.role,
    mfa_enabled: row.has_second_factor,
  }));
}
