import { oc } from '@orpc/contract';
import * as z from 'zod';
import { v1DataApiConfig } from '../api/data-api.ts';
import { realtimeConfig } from '../api/realtime-config.ts';
import { authConfigAnswer } from '../auth/auth-config.ts';
import { addressBlocks } from '../database/network-access.ts';
import { projectRef } from '../shared/names.ts';
import { postgresConfig } from './compute.ts';

const feature = z.object({ enabled: z.boolean() });

const attributes = z.object({
  api: v1DataApiConfig,
  database: z.object({
    major_version: z.number().int(),
    ssl_enforced: z.boolean(),
    network_restrictions: z.object({ allowed_cidrs: addressBlocks }),
    postgres_settings: postgresConfig,
  }),
  /** Secrets are told as what they hash to with the ref of the project, in hexadecimal digits: who has one can compare. */
  auth: authConfigAnswer,
  storage: z.object({
    file_size_limit: z.number().int(),
    features: z.object({
      image_transformation: feature,
      s3_protocol: feature,
      iceberg_catalog: feature,
      vector_buckets: feature,
    }),
  }),
  pooler: z.object({
    pool_mode: z.enum(['transaction', 'session']),
    default_pool_size: z.number().int().optional(),
    max_client_conn: z.number().int().optional(),
  }),
  realtime: realtimeConfig,
});
export type ProjectConfigAttributes = z.infer<typeof attributes>;

/** All settings of a project at once, as a command line compares them with its file. */
export const projectConfig = {
  v2Get: oc
    .route({ method: 'GET', path: '/v2/projects/{ref}/config' })
    .input(z.object({ ref: projectRef }))
    .output(
      z.object({
        data: z.object({ id: z.string(), type: z.literal('project_config'), attributes }),
      }),
    ),
};
