import { type Organization, POSTGRES_ENGINES } from '@basalt/contract';
import { routes } from '../kernel/router-base.ts';
import type { OrganizationRow } from '../kernel/schema.ts';
import { changeSlug } from './change-slug.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './manage-organizations.ts';
import { organizationAbilitiesOf } from './policy.ts';
import { getMembership, listMemberships, type Membership } from './store.ts';

export const organizationRoutes = {
  v1List: routes.organizations.v1List.handler(async ({ context }) => {
    const memberships = await listMemberships(context.db, context.actor);
    return memberships.map(({ organization }) => presentV1Organization(organization));
  }),

  v1Create: routes.organizations.v1Create.handler(async ({ context, input }) => {
    const organization = {
      name: input.name,
      plan: context.settings.defaultPlan,
      ownerId: context.actor.accountId,
    };
    return presentV1Organization(
      await context.db.transaction().execute((t) => createOrganization(t, organization)),
    );
  }),

  v1Get: routes.organizations.v1Get.handler(async ({ context, input }) => {
    const { organization } = await getMembership(context.db, context.actor, input.slug);
    return {
      id: organization.slug,
      name: organization.name,
      plan: organization.plan,
      opt_in_tags: organization.opt_in_tags,
      allowed_release_channels: ['ga'],
    };
  }),

  list: routes.organizations.list.handler(async ({ context }) =>
    (await listMemberships(context.db, context.actor)).map(presentOrganization),
  ),

  update: routes.organizations.update.handler(async ({ context, input: { slug, ...changes } }) =>
    presentOrganization(await updateOrganization(context.db, context.actor, slug, changes)),
  ),

  changeSlug: routes.organizations.changeSlug.handler(async ({ context, input }) =>
    presentOrganization(await changeSlug(context.db, context.actor, input.slug, input.new_slug)),
  ),

  remove: routes.organizations.remove.handler(async ({ context, input }) => {
    await deleteOrganization(context.db, context.actor, input.slug);
    return {};
  }),

  availableVersions: routes.organizations.availableVersions.handler(async ({ context, input }) => {
    await getMembership(context.db, context.actor, input.slug);
    return {
      available_versions: [...POSTGRES_ENGINES].reverse().map((engine) => ({
        version: `supabase-postgres-${engine}`,
        postgres_engine: engine,
        release_channel: 'ga',
      })),
    };
  }),
};

function presentOrganization({
  organization,
  role,
  projectCount,
  isClosed,
  formerSlugs,
}: Membership): Organization {
  return {
    id: organization.id,
    slug: organization.slug,
    former_slugs: formerSlugs,
    name: organization.name,
    plan: { id: organization.plan },
    role,
    project_count: projectCount,
    opt_in_tags: organization.opt_in_tags,
    hipaa_addon: organization.hipaa_addon,
    created_at: organization.created_at.toISOString(),
    is_closed: isClosed,
    abilities: organizationAbilitiesOf(isClosed ? null : role),
  };
}

/** The management API's form. Its `id` is the slug. */
function presentV1Organization({ slug, name }: OrganizationRow): {
  id: string;
  slug: string;
  name: string;
} {
  return { id: slug, slug, name };
}
