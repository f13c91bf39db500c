import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

const files = z.object({ files: z.number().int(), bytes: z.number().int() });

/** What a project keeps in storage, as the last look found it. */
export const storageUsage = z.object({
  /** When the look began. */
  at: z.string(),
  duration_ms: z.number().int(),
  objects: z.number().int(),
  /** Of all objects, as their rows say. */
  bytes: z.number().int(),
  /** The largest first, at most `MAX_BUCKETS_IN_USAGE`. */
  buckets: z.array(z.object({ id: z.string(), objects: z.number().int(), bytes: z.number().int() })),
  /** Files that no object has any more. They stay as long as a backup could bring their objects back. */
  waiting: files,
  /** What no object has had since before then is cleared. Null: nothing could be, because the database was, or is being, exchanged. */
  clear_before: z.string().nullable(),
  /** What this look cleared. */
  cleared: files,
  /** Objects whose file is not there, with the first of them. */
  missing: z.object({
    objects: z.number().int(),
    examples: z.array(z.object({ bucket: z.string(), name: z.string() })),
  }),
});
export type StorageUsage = z.infer<typeof storageUsage>;

const byRef = z.object({ ref: projectRef });

/** How much a project's storage holds, and clearing away what nothing refers to. */
export const storageUsageCalls = {
  /** Null: nobody has looked yet. It takes `read_sql`, because names of objects may be among it. */
  get: oc
    .route({ method: 'GET', path: '/platform/storage/{ref}/usage' })
    .input(byRef)
    .output(z.object({ data: storageUsage.nullable() })),
  /**
   * Looks now, and clears what may go. It is answered when that is done. Takes `update_api_config`; `conflict` while somebody else
   * looks, or while the project does not run.
   */
  clear: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/usage' })
    .input(byRef)
    .output(z.object({ data: storageUsage })),
};
