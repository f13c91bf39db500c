import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';

/** So many versions of a function are kept, to go back to. */
export const KEPT_FUNCTION_VERSIONS = 10;
export const MAX_FUNCTIONS = 100;

export const functionSlug = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,47}$/,
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
        verify_jwt: z.boolean().optional(),
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
  /** Deploys a former version once more, as a new one. */
  rollBack: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/functions/{function_slug}/rollback' })
    .input(bySlug.extend({ version: z.int().min(1) }))
    .output(edgeFunction),
};
