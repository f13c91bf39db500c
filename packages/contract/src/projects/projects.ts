import { oc } from '@orpc/contract';
import * as z from 'zod';
import { newPassword } from '../accounts/accounts.ts';
import { projectAbilities } from '../shared/abilities.ts';
import { displayName, organizationSlug, projectRef } from '../shared/names.ts';
import { POSTGRES_ENGINES } from '../shared/postgres-versions.ts';
import { CONTINENTS, REGION_CODES } from '../shared/regions.ts';
import { COMPUTE_SIZES } from './compute-sizes.ts';
import { projectStatus } from './project-status.ts';
import { projectLimits } from './resources.ts';

const INSTANCE_SIZES = [
  'nano',
  'micro',
  'small',
  'medium',
  'large',
  'xlarge',
  '2xlarge',
  '4xlarge',
  '8xlarge',
  '12xlarge',
  '16xlarge',
  '24xlarge',
  '24xlarge_optimized_memory',
  '24xlarge_optimized_cpu',
  '24xlarge_high_memory',
  '48xlarge',
  '48xlarge_optimized_memory',
  '48xlarge_optimized_cpu',
  '48xlarge_high_memory',
] as const;

const database = z.object({
  host: z.string(),
  version: z.string(),
  postgres_engine: z.string(),
  release_channel: z.string(),
});

/** What `POST /v1/projects` answers. */
export const v1CreatedProject = z.object({
  id: z.string(),
  ref: z.string(),
  organization_id: z.string(),
  organization_slug: z.string(),
  name: z.string(),
  region: z.string(),
  created_at: z.string(),
  status: projectStatus,
});
export const v1Project = v1CreatedProject.extend({ database });
const v1ProjectName = z.object({ id: z.number().int(), ref: z.string(), name: z.string() });

const regionSelection = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('specific'), code: z.enum(REGION_CODES) }),
  z.strictObject({ type: z.literal('smartGroup'), code: z.enum(['americas', 'emea', 'apac']) }),
]);

export const createProjectInput = z
  .strictObject({
    name: displayName,
    db_pass: newPassword,
    organization_slug: organizationSlug.optional(),
    organization_id: organizationSlug.optional(),
    plan: z.enum(['free', 'pro']).optional(),
    region: z.enum(REGION_CODES).optional(),
    region_selection: regionSelection.optional(),
    kps_enabled: z.boolean().optional(),
    desired_instance_size: z.enum(INSTANCE_SIZES).optional(),
    template_url: z.url().optional(),
    postgres_engine: z.enum(POSTGRES_ENGINES).optional(),
    release_channel: z.enum(['ga']).optional(),
  })
  .superRefine((input, context) => {
    if (input.organization_slug === undefined && input.organization_id === undefined) {
      context.addIssue({ code: 'custom', path: ['organization_slug'], message: 'is required' });
    }
    if (input.region !== undefined && input.region_selection !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['region_selection'],
        message: 'cannot be combined with region',
      });
    }
  });
export type CreateProjectInput = z.infer<typeof createProjectInput>;

/** A project as the dashboard sees it. */
export const project = projectLimits.extend({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  status: projectStatus,
  /** Why the status is a failed one, for people; null otherwise. */
  status_reason: z.string().nullable(),
  region: z.string(),
  cloud_provider: z.string(),
  organization_slug: z.string(),
  organization_name: z.string(),
  /** `supabase-postgres-<n>`. */
  dbVersion: z.string(),
  /** The server's own version: `17.10`. */
  postgres_version: z.string(),
  /** The folder of the machine's own PostgreSQL that it runs on; null: the one that comes with Basalt. */
  postgres_installation: z.string().nullable(),
  /** Its database is on a server that somebody else runs: what is done to a cluster is done there. */
  is_attached: z.boolean(),
  /** What keeps that server for this installation; null: nothing, somebody else runs it, or it is this machine's. */
  kept_by: z.enum(['kubernetes']).nullable(),
  restUrl: z.string(),
  /** OFFLINE while the project's API does not answer although the project is active. */
  postgrestStatus: z.enum(['ONLINE', 'OFFLINE']),
  is_readonly_mode_enabled: z.boolean(),
  compute_size: z.enum(COMPUTE_SIZES),
  inserted_at: z.string(),
  /** The project that it is a branch of; null: it is none. */
  parent: z.object({ ref: z.string(), name: z.string() }).nullable(),
  has_branches: z.boolean(),
  abilities: projectAbilities,
});
export type Project = z.infer<typeof project>;

/** Of so many days lists tell the requests. */
export const REQUEST_DAYS = 7;
/** A project in a list, with what makes one of many worth opening. */
export const listedProject = project.extend({
  /** What it takes of its disk, as it was last measured; null: never yet. */
  disk_bytes: z.number().nullable(),
  disk_size_gb: z.number().int(),
  /** When the newest whole copy was complete; null: there is none yet. */
  last_backup_at: z.string().nullable(),
  /** Of each of the last days (UTC), the last one is today. */
  requests: z.array(z.number()).length(REQUEST_DAYS),
});
export type ListedProject = z.infer<typeof listedProject>;

/** How to reach the project's database. `password` is null for those who may not read it. */
export const connection = z.object({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  database: z.string(),
  password: z.string().nullable(),
  /**
   * Where the databases of all projects answer: with a session for each client, or with one for each
   * transaction. The user is then the role, a dot and the reference of the project. Null: that port is not open.
   */
  pooler: z.object({
    host: z.string(),
    session: z.number().int().nullable(),
    transaction: z.number().int().nullable(),
    /** It leads to this project's database alone, beside whose server it runs: users are called there as in the database. */
    is_own: z.boolean(),
  }),
});
export type Connection = z.infer<typeof connection>;

export const HEALTH_SERVICES = [
  'auth',
  'db',
  'db_postgres_user',
  'pooler',
  'realtime',
  'rest',
  'storage',
  'pg_bouncer',
] as const;
const healthServices = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(z.enum(HEALTH_SERVICES)).min(1),
);
/**
 * How a service is. `stopped`: its project does not run. `off`: somebody switched it off in the settings. `missing`: it
 * is not part of this version.
 */
export const SERVICE_STATES = ['answering', 'starting', 'failing', 'stopped', 'off', 'missing'] as const;
export const serviceHealth = z.object({
  name: z.enum(HEALTH_SERVICES),
  healthy: z.boolean(),
  /** The management API's word, which knows fewer states. */
  status: z.enum(['COMING_UP', 'ACTIVE_HEALTHY', 'UNHEALTHY']),
  state: z.enum(SERVICE_STATES),
  info: z.unknown().optional(),
  error: z.string().optional(),
});
export type ServiceHealth = z.infer<typeof serviceHealth>;

const regionChoice = z.object({
  name: z.string(),
  code: z.enum(REGION_CODES),
  type: z.literal('specific'),
  provider: z.literal('AWS'),
});
const regionGroup = z.object({
  name: z.string(),
  code: z.enum(['americas', 'emea', 'apac']),
  type: z.literal('smartGroup'),
});
const availableRegions = z.object({
  recommendations: z.object({ smartGroup: regionGroup, specific: z.array(regionChoice) }),
  all: z.object({ smartGroup: z.array(regionGroup), specific: z.array(regionChoice) }),
});
export type AvailableRegions = z.infer<typeof availableRegions>;

const organizationProjects = z.object({
  projects: z.array(
    z.object({
      ref: z.string(),
      name: z.string(),
      cloud_provider: z.string(),
      region: z.string(),
      is_branch: z.boolean(),
      status: projectStatus,
      inserted_at: z.string(),
      /** None while the project is paused. */
      databases: z.array(
        z.object({
          infra_compute_size: z.enum(COMPUTE_SIZES),
          region: z.string(),
          status: projectStatus,
          cloud_provider: z.string(),
          identifier: z.string(),
          type: z.literal('PRIMARY'),
        }),
      ),
    }),
  ),
  pagination: z.object({ count: z.number().int(), limit: z.number().int(), offset: z.number().int() }),
});
export type OrganizationProjects = z.infer<typeof organizationProjects>;

const byRef = z.object({ ref: projectRef });

export const projects = {
  v1List: oc.route({ method: 'GET', path: '/v1/projects' }).output(z.array(v1Project)),
  /** Regions are labels of one machine, and all are there. */
  v1Regions: oc
    .route({ method: 'GET', path: '/v1/projects/available-regions' })
    .input(
      z.object({
        organization_slug: organizationSlug,
        continent: z.enum(CONTINENTS).optional(),
        desired_instance_size: z.enum(INSTANCE_SIZES).optional(),
      }),
    )
    .output(availableRegions),
  /** A page of the projects of an organization. */
  v1OfOrganization: oc
    .route({ method: 'GET', path: '/v1/organizations/{slug}/projects' })
    .input(
      z.object({
        slug: organizationSlug,
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(100),
        /** A part of the name or ref, upper or lower case. */
        search: z.string().max(256).optional(),
        sort: z.enum(['name_asc', 'name_desc', 'created_asc', 'created_desc']).default('name_asc'),
        /** Comma-separated. */
        statuses: z.string().max(1_000).optional(),
      }),
    )
    .output(organizationProjects),
  v1Create: oc
    .route({ method: 'POST', path: '/v1/projects', successStatus: 201 })
    .input(createProjectInput)
    .output(v1CreatedProject),
  v1Get: oc.route({ method: 'GET', path: '/v1/projects/{ref}' }).input(byRef).output(v1Project),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}' })
    .input(z.object({ ref: projectRef, name: displayName }))
    .output(v1ProjectName),
  /**
   * Moves a project and its branches to another organization. It takes ownership of its present one and `create_project` in the other.
   * Roles that people have in this project alone end. `conflict` while an operation is at work, or where the other plan has no room.
   */
  transfer: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/transfer' })
    .input(z.object({ ref: projectRef, target_organization_slug: organizationSlug }))
    .output(project),
  v1Delete: oc.route({ method: 'DELETE', path: '/v1/projects/{ref}' }).input(byRef).output(v1ProjectName),
  v1Pause: oc.route({ method: 'POST', path: '/v1/projects/{ref}/pause' }).input(byRef).output(z.void()),
  v1Restore: oc.route({ method: 'POST', path: '/v1/projects/{ref}/restore' }).input(byRef).output(z.void()),
  v1Health: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/health' })
    .input(
      z.object({
        ref: projectRef,
        services: healthServices,
        timeout_ms: z.coerce.number().int().min(0).max(10_000).optional(),
      }),
    )
    .output(z.array(serviceHealth)),

  list: oc.route({ method: 'GET', path: '/platform/projects' }).output(z.array(listedProject)),
  get: oc.route({ method: 'GET', path: '/platform/projects/{ref}' }).input(byRef).output(project),
  status: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/status' })
    .input(byRef)
    .output(z.object({ status: projectStatus })),
  connection: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/connection' })
    .input(byRef)
    .output(connection),
  delete: oc.route({ method: 'DELETE', path: '/platform/projects/{ref}' }).input(byRef).output(v1ProjectName),
  pause: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/pause' })
    .input(byRef)
    .output(z.object({})),
  restore: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/restore' })
    .input(
      z.object({
        ref: projectRef,
        postgres_engine: z.string().optional(),
        release_channel: z.string().optional(),
      }),
    )
    .output(z.object({})),
  /** The database alone, or all services of the project with it. */
  restart: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/restart' })
    .input(z.object({ ref: projectRef, scope: z.enum(['project', 'database']).optional() }))
    .output(z.object({})),
};
