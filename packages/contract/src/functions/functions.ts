import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, queryBoolean, storableText, WELL_FORMED } from '../shared/names.ts';

/** So many versions of a function are kept, to go back to. */
export const KEPT_FUNCTION_VERSIONS = 10;
export const MAX_FUNCTIONS = 100;

/** What the address of a function ends with. */
export const FUNCTION_SLUG = /^[A-Za-z][A-Za-z0-9_-]{0,47}$/;

export const functionSlug = z
  .string()
  .regex(
    FUNCTION_SLUG,
    'must begin with a letter and hold at most 48 letters, digits, hyphens and underscores',
  );

/** A function as it is served now. Times are milliseconds since 1970, as clients of the hosted service expect them. */
export const edgeFunction = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  status: z.literal('ACTIVE'),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  verify_jwt: z.boolean(),
  import_map: z.boolean(),
  entrypoint_path: z.string(),
  import_map_path: z.string().optional(),
  /** SHA-256 of what was deployed, in hexadecimal digits. */
  ezbr_sha256: z.string(),
});
export type EdgeFunction = z.infer<typeof edgeFunction>;

/** What is sent along with the files of a function that is deployed. */
export const functionMetadata = z.object({
  name: storableText.trim().min(1).max(100).optional(),
  entrypoint_path: storableText.min(1).max(600),
  import_map_path: storableText.max(600).nullish(),
  static_patterns: z.array(z.string()).nullish(),
  verify_jwt: z.boolean().optional(),
});
export type FunctionMetadata = z.infer<typeof functionMetadata>;

const functionCode = z
  .string()
  .max(5_000_000)
  .refine(...WELL_FORMED);

const byRef = z.object({ ref: projectRef });
const bySlug = byRef.extend({ function_slug: functionSlug });

/** One of several functions that were sent before, each with `bundleOnly`, and are put into service together. */
const bulkFunction = z.object({
  slug: functionSlug,
  name: z.string().optional(),
  verify_jwt: z.boolean().optional(),
  entrypoint_path: z.string(),
  import_map_path: z.string().nullish(),
  ezbr_sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is no digest of a bundle'),
});

export const functionVersion = z.object({
  version: z.int(),
  ezbr_sha256: z.string(),
  verify_jwt: z.boolean(),
  deployed_at: z.string(),
  is_current: z.boolean(),
});
export type FunctionVersion = z.infer<typeof functionVersion>;

/** An npm package that a function was deployed with. */
export const functionPackage = z.object({
  name: z.string(),
  version: z.string(),
  /** Its `package.json` and its declarations of types, by their path in it. Empty: they are too many to be sent. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
});
export type FunctionPackage = z.infer<typeof functionPackage>;

export const FUNCTION_TEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
/** As whom a function is tried out. user: one of the project's users, with a token for some minutes; none: without a key. */
export const FUNCTION_TEST_ROLES = ['anon', 'user', 'service_role', 'none'] as const;

const header = z.object({ name: z.string().min(1).max(200), value: z.string().max(16_384) });

const functionTest = z.object({
  method: z.enum(FUNCTION_TEST_METHODS),
  /** What follows the function's own address: nothing, or from a slash or question mark on. */
  path: z
    .string()
    .max(4_000)
    .regex(/^([/?].*)?$/, 'must begin with / or ?'),
  headers: z.array(header).max(50),
  /** Text; null: none. */
  body: z.string().max(1_000_000).nullable(),
  role: z.enum(FUNCTION_TEST_ROLES),
  /** Who calls as `user`. */
  user_id: z.uuid().optional(),
});

/** What a function answered. */
export const functionTestAnswer = z.object({
  status: z.int(),
  /** From the request to the end of what was read. */
  milliseconds: z.number(),
  /** By the clock of the platform, to find what the function wrote meanwhile. */
  started_at: z.string(),
  ended_at: z.string(),
  headers: z.array(header),
  body: z.string(),
  /** How `body` is written: bytes that are no text are in base64. */
  encoding: z.enum(['text', 'base64']),
  /** The answer went on: it was too large, or took too long to end. */
  is_cut: z.boolean(),
});
export type FunctionTestAnswer = z.infer<typeof functionTestAnswer>;

/** The functions of a project. To list them needs `read_functions`, to change them `deploy_functions`. */
export const functions = {
  list: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/functions' })
    .input(byRef)
    .output(z.array(edgeFunction)),
  get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/functions/{function_slug}' })
    .input(bySlug)
    .output(edgeFunction),
  update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/functions/{function_slug}' })
    .input(
      bySlug.extend({
        name: z.string().trim().min(1).max(100).optional(),
        verify_jwt: queryBoolean.optional(),
        /** Its code, when it is one file. */
        body: functionCode.optional(),
      }),
    )
    .output(edgeFunction),
  /** Deploys a function that is one file, as text. Several files go to `functions/deploy`. */
  create: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/functions', successStatus: 201 })
    .input(
      byRef.extend({
        slug: functionSlug,
        name: z.string().trim().min(1).max(100),
        verify_jwt: queryBoolean.optional(),
        body: functionCode,
      }),
    )
    .output(edgeFunction),
  delete: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/functions/{function_slug}' })
    .input(bySlug)
    .output(z.object({})),
  /** Puts functions into service whose files were sent with `bundleOnly`, all of them or none. */
  bulkUpdate: oc
    .route({ method: 'PUT', path: '/v1/projects/{ref}/functions', inputStructure: 'detailed' })
    .input(z.object({ params: byRef, body: z.array(bulkFunction).max(MAX_FUNCTIONS) }))
    .output(z.object({ functions: z.array(edgeFunction) })),
  /** Newest first. */
  versions: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/functions/{function_slug}/versions' })
    .input(bySlug)
    .output(z.object({ versions: z.array(functionVersion) })),
  /** The npm packages that it was deployed with, so that an editor knows their types. */
  packages: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/functions/{function_slug}/packages' })
    .input(bySlug)
    .output(z.object({ packages: z.array(functionPackage) })),
  /** Deploys a former version once more, as a new one. */
  rollBack: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/functions/{function_slug}/rollback' })
    .input(bySlug.extend({ version: z.int().min(1) }))
    .output(edgeFunction),
  /**
   * Calls a function and answers what it said, whichever origins it allows, so that a browser can show it. Needs `deploy_functions`:
   * who may write code that runs as `service_role` gains nothing by it. As a user, it needs `read_api_keys` too: the function sees a
   * token of that user.
   */
  test: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/functions/{function_slug}/test' })
    .input(bySlug.extend(functionTest.shape))
    .output(functionTestAnswer),
};
