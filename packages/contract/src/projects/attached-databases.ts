import { oc } from '@orpc/contract';
import * as z from 'zod';
import { displayName, organizationSlug, projectRef, storableText } from '../shared/names.ts';
import { v1CreatedProject } from './projects.ts';

/** How much of the server's certificate is checked; `off`: the connection is not encrypted. */
export const REMOTE_TLS_MODES = ['verify', 'encrypt', 'off'] as const;
export type RemoteTls = (typeof REMOTE_TLS_MODES)[number];

const name = storableText.min(1, 'must not be empty').max(63, 'must be at most 63 characters');

const server = z.object({
  host: storableText.trim().min(1, 'must not be empty').max(253, 'must be at most 253 characters'),
  port: z.int().min(1, 'must be from 1 to 65535').max(65_535, 'must be from 1 to 65535').default(5432),
  database: name.default('postgres'),
  user: name,
  password: storableText.min(1, 'must not be empty').max(1_000, 'must be at most 1,000 characters'),
  tls: z.enum(REMOTE_TLS_MODES).default('verify'),
  /** PEM; null: the public authorities. */
  certificate_authority: storableText
    .max(100_000, 'must be at most 100,000 characters')
    .nullable()
    .default(null),
});
export type RemoteServerInput = z.infer<typeof server>;

const offer = z.object({
  /** Like `15.18`. */
  server_version: z.string(),
  user: z.string(),
  /** Why it cannot be attached, as sentences; empty: it can. */
  problems: z.array(z.string()),
  /** What will be missing of a project's services, as sentences. */
  limits: z.array(z.string()),
  /** Names of extensions that can be created there. */
  extensions: z.array(z.string()),
});
export type RemoteOffer = z.infer<typeof offer>;

const attachedDatabase = z.object({
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
  tls: z.enum(REMOTE_TLS_MODES),
  certificate_authority: z.string().nullable(),
  server_version: z.string(),
  limits: z.array(z.string()),
  /** Where applications beside the server reach it by a pooler that is kept there. Null: there is none. */
  pooler: z.object({ host: z.string(), port: z.int() }).nullable(),
  attached_at: z.string(),
});
export type AttachedDatabase = z.infer<typeof attachedDatabase>;

const path = '/platform/organizations/{slug}/attached-databases';

/** Projects whose database is on a server that somebody else runs. */
export const attachedDatabases = {
  /** What a server offers. It changes nothing there. Takes the right to create projects. */
  check: oc
    .route({ method: 'POST', path: `${path}/check` })
    .input(server.extend({ slug: organizationSlug }))
    .output(offer),
  /** Makes a project of it. `bad_request` with the reasons when it cannot be attached. */
  attach: oc
    .route({ method: 'POST', path, successStatus: 201 })
    .input(server.extend({ slug: organizationSlug, name: displayName }))
    .output(v1CreatedProject),
  /** `not_found` for a project that has a database of its own. */
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/attached-database' })
    .input(z.object({ ref: projectRef }))
    .output(attachedDatabase),
  /**
   * Says anew where the same database is and who logs in: its server moved, or the password changed. It is tried before it is kept.
   * Takes `update_project`.
   */
  update: oc
    .route({ method: 'PUT', path: '/platform/projects/{ref}/attached-database' })
    .input(server.extend({ ref: projectRef }))
    .output(attachedDatabase),
};
