import { oc } from '@orpc/contract';
import * as z from 'zod';
import { moment, projectRef } from '../shared/names.ts';

export const WARNING_LEVELS = ['warning', 'critical'] as const;
export type WarningLevel = (typeof WARNING_LEVELS)[number];
/** What can run out, by the names of the wire. */
export const WARNING_KINDS = [
  'disk_io_exhaustion',
  'disk_space_exhaustion',
  'cpu_exhaustion',
  'memory_and_swap_exhaustion',
  'auth_rate_limit_exhaustion',
  'connection_exhaustion',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

const level = z.enum(WARNING_LEVELS).nullable();

/** What people must know of a project's limits while they look at it: a part of its record, too. */
export const projectLimits = z.object({
  /** Of the connections that the project's people can open. */
  connection_exhaustion: level,
  /** Within the last hour sessions were ended because their temporary files, so many bytes, filled the disk. */
  temporary_files_ended: z.object({ at: z.string(), bytes: z.number() }).nullable(),
});

/** What is about to run out in a project. */
export const resourceWarnings = projectLimits.extend({
  /** The project's ref. */
  project: z.string(),
  is_readonly_mode_enabled: z.boolean(),
  disk_io_exhaustion: level,
  disk_space_exhaustion: level,
  cpu_exhaustion: level,
  memory_and_swap_exhaustion: level,
  auth_rate_limit_exhaustion: level,
  /** What is wrong with backups, for people; null: nothing. A failing archive is never silent. */
  backup_problem: z.string().nullable(),
});
export type ResourceWarnings = z.infer<typeof resourceWarnings>;

/** One moment of a project's use of the machine. Null where the machine does not tell. */
export const resourceSample = z.object({
  at: z.string(),
  /** Of the processors of its size, 0 to 100 and above when nothing holds it back. */
  cpu_percent: z.number().nullable(),
  memory_bytes: z.number().nullable(),
  disk_bytes: z.number().nullable(),
  read_bytes_per_second: z.number().nullable(),
  written_bytes_per_second: z.number().nullable(),
  connections: z.number().nullable(),
  /** Of the blocks that statements wanted, those that were in the memory of the server. */
  cache_hit_percent: z.number().nullable(),
  /** Requests to its API, a minute; null for those who may not see its logs. The two below are part of it: 4xx and 5xx. */
  requests_per_minute: z.number().nullable(),
  client_errors_per_minute: z.number().nullable(),
  server_errors_per_minute: z.number().nullable(),
  /** What half of the requests took at most, and 95 of 100; null when there were none. */
  p50_milliseconds: z.number().nullable(),
  p95_milliseconds: z.number().nullable(),
});
export type ResourceSample = z.infer<typeof resourceSample>;

export const resourceUsage = z.object({
  /** In equal steps, oldest first; a step without a sample has nulls. */
  samples: z.array(resourceSample),
  step_seconds: z.number(),
  limits: z.object({
    cpus: z.number(),
    memory_bytes: z.number(),
    disk_bytes: z.number(),
    /** What counts as full use of the disk, bytes a second. */
    io_bytes_per_second: z.number(),
    connections: z.number(),
  }),
});
export type ResourceUsage = z.infer<typeof resourceUsage>;

export const resources = {
  /** Of every project the caller can see. */
  warnings: oc
    .route({ method: 'GET', path: '/platform/projects-resource-warnings' })
    .output(z.array(resourceWarnings)),
  usage: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/infra-monitoring' })
    .input(
      z.object({
        ref: projectRef,
        from: moment.optional(),
        to: moment.optional(),
        points: z.coerce.number().int().min(10).max(500).default(180),
      }),
    )
    .output(resourceUsage),
};
