import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug, projectRef } from '../shared/names.ts';
import { PROJECT_ROLES } from '../shared/project-roles.ts';
import { ROLES } from './roles.ts';

/** Members and invitations answered at once. */
export const MEMBERS_PER_PAGE = 50;

const projectRole = z.object({ ref: projectRef, role: z.enum(PROJECT_ROLES) });
export type ProjectRole = z.infer<typeof projectRole>;

const member = z.object({
  account_id: z.string(),
  email: z.string(),
  /** In the organization, and in its projects as far as nothing else is said for them. */
  role: z.enum(ROLES),
  /** False: the role holds in no project but those of `project_roles`, and the others are not seen. */
  has_all_projects: z.boolean(),
  project_roles: z.array(projectRole.extend({ name: z.string() })),
  /** Whether the account asks for more than a password. */
  has_second_factor: z.boolean(),
  joined_at: z.string(),
  is_you: z.boolean(),
  /** What the caller may do with this member. Decided by the server. */
  may_change: z.boolean(),
  /** May be removed or, if it is the caller, may leave. */
  may_remove: z.boolean(),
});
export type Member = z.infer<typeof member>;

const secondFactorRequirement = z.object({
  /** Members without a second factor reach neither the organization nor its projects. */
  enforced: z.boolean(),
  members_without: z.number().int(),
});
export type SecondFactorRequirement = z.infer<typeof secondFactorRequirement>;

const oneMember = z.object({ slug: organizationSlug, account_id: z.uuid('is not the id of an account') });

/** Who belongs to an organization, and as what. */
export const members = {
  /** The management API's list. */
  v1List: oc
    .route({ method: 'GET', path: '/v1/organizations/{slug}/members' })
    .input(z.object({ slug: organizationSlug }))
    .output(
      z.array(
        z.object({
          user_id: z.string(),
          user_name: z.string(),
          email: z.string(),
          role_name: z.string(),
          mfa_enabled: z.boolean(),
        }),
      ),
    ),
  /** By e-mail address, `MEMBERS_PER_PAGE` at once. `search` is a part of the address. */
  list: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/members' })
    .input(
      z.object({
        slug: organizationSlug,
        search: z.string().max(320).default(''),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      }),
    )
    .output(
      z.object({
        members: z.array(member),
        total: z.number().int(),
        /** What the caller may make of somebody else. */
        roles_to_give: z.array(z.enum(ROLES)),
      }),
    ),
  /** Sets the role in the organization, and in which projects another one holds. Takes effect with the next call of the member. */
  update: oc
    .route({ method: 'PATCH', path: '/platform/organizations/{slug}/members/{account_id}' })
    .input(
      oneMember.extend({
        role: z.enum(ROLES),
        /** Left out, projects stay as they are. */
        projects: z
          .object({ has_all_projects: z.boolean(), project_roles: z.array(projectRole).max(1_000) })
          .optional(),
      }),
    )
    .output(z.object({})),
  secondFactor: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/members/mfa/enforcement' })
    .input(z.object({ slug: organizationSlug }))
    .output(secondFactorRequirement),
  /** Takes `update_security`. `conflict` when the caller has no second factor. */
  requireSecondFactor: oc
    .route({ method: 'PATCH', path: '/platform/organizations/{slug}/members/mfa/enforcement' })
    .input(z.object({ slug: organizationSlug, enforced: z.boolean() }))
    .output(secondFactorRequirement),
  /** Removes a member. With one's own account: leaves. */
  remove: oc
    .route({ method: 'DELETE', path: '/platform/organizations/{slug}/members/{account_id}' })
    .input(oneMember)
    .output(z.object({})),
};
