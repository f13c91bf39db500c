import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug, projectRef, storableText } from '../shared/names.ts';
import { readGitAddress } from './git-address.ts';

/** How the repository of a connection was found when it was last asked. */
export const GIT_STATES = [
  'ok',
  /** The token or key is missing, expired, or may not read it. */
  'unauthorized',
  'not_found',
  'unreachable',
  /** An SSH server shows another key than before. */
  'host_key_changed',
  /** What it sends is broken, or of a kind that is not read. */
  'unreadable',
  'too_large',
] as const;
export type GitState = (typeof GIT_STATES)[number];

/** One project's connection to a repository. Secrets are never answered. */
export const gitConnection = z.object({
  id: z.number().int(),
  /** Who made it; null when the account is gone. */
  user: z.object({ id: z.string(), primary_email: z.string(), username: z.string() }).nullable(),
  /** `name` is `owner/repo`. */
  repository: z.object({ id: z.number().int(), name: z.string() }),
  project: z.object({ ref: z.string(), name: z.string() }),
  inserted_at: z.string(),
  updated_at: z.string(),
  address: z.string(),
  kind: z.enum(['http', 'ssh', 'local']),
  /** Beside the token; null: the one that servers take with any token. */
  username: z.string().nullable(),
  has_secret: z.boolean(),
  /** Of an SSH server, `SHA256:…`, as it was when the repository was connected. */
  host_key: z.string().nullable(),
  /** The folder of the repository in which `supabase/` is; empty: the repository itself. */
  folder: z.string(),
  /** The branch that the project itself stands for; null until branching is enabled. */
  production_branch: z.string().nullable(),
  /** Whether a push to that is applied to the project itself. */
  follows: z.boolean(),
  state: z.enum(GIT_STATES),
  /** What is wrong and what to do, null when nothing is. */
  state_reason: z.string().nullable(),
  checked_at: z.string().nullable(),
});
export type GitConnection = z.infer<typeof gitConnection>;

const address = storableText.superRefine((text, context) => {
  const read = readGitAddress(text);
  if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
});

/** `apps/api`: names with slashes between them. */
const folder = z
  .string()
  .max(200, 'must be at most 200 characters')
  .regex(
    /^(?!.*(^|\/)\.{1,2}(\/|$))([\w.@+-]+(\/[\w.@+-]+)*)?$/,
    'must be a path below the repository, such as apps/api',
  );

export const connectRepositoryInput = z.strictObject({
  ref: projectRef,
  address,
  username: z
    .string()
    .regex(/^[\w.@+-]{1,100}$/, 'must be a user name')
    .nullable()
    .optional(),
  /** A token, or a private key for SSH. Left out: the one that is kept, if the server is the same; null: none. */
  secret: z.string().min(1, 'must not be empty').max(20_000, 'is too long').nullable().optional(),
  folder: folder.optional(),
});
export type ConnectRepositoryInput = z.infer<typeof connectRepositoryInput>;

const byRef = z.object({ ref: projectRef });
const connectionId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const gitConnections = {
  ofOrganization: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/git-connections' })
    .input(z.object({ slug: organizationSlug }))
    .output(z.array(gitConnection)),
  ofProject: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/git-connection' })
    .input(byRef)
    .output(
      z.object({
        connection: gitConnection.nullable(),
        /** What a git server calls at a push, for those who may manage branches. */
        webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
        /** Whether repositories of the machine itself can be connected. */
        local_repositories: z.boolean(),
      }),
    ),
  /** Connects a project to a repository that can be read, in place of the one before. */
  connect: oc
    .route({ method: 'PUT', path: '/platform/projects/{ref}/git-connection' })
    .input(connectRepositoryInput)
    .output(gitConnection),
  /** Whether the project itself follows its production branch: migrations and functions, with a restore point before. */
  update: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/git-connection' })
    .input(z.strictObject({ ref: projectRef, follows: z.boolean() }))
    .output(gitConnection),
  disconnect: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/git-connection', successStatus: 204 })
    .input(byRef)
    .output(z.void()),
  /** Whether a repository has a branch. `not_found`: it has none of this name. */
  checkBranch: oc
    .route({ method: 'GET', path: '/platform/integrations/github/branches/{connectionId}/{branchName}' })
    .input(z.object({ connectionId, branchName: z.string().min(1).max(250) }))
    .output(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) })),
  /** The names of a repository's branches, in order. */
  listBranches: oc
    .route({ method: 'GET', path: '/platform/integrations/github/branches/{connectionId}' })
    .input(z.object({ connectionId }))
    .output(z.object({ branches: z.array(z.string()), default_branch: z.string().nullable() })),
};
