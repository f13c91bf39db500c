import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, queryBoolean, storableText } from '../shared/names.ts';

/** What a check of the advisors found, in the shape that clients of the management API know. */
export const lintFinding = z.object({
  name: z.string(),
  title: z.string(),
  level: z.enum(['ERROR', 'WARN', 'INFO']),
  facing: z.string(),
  categories: z.array(z.enum(['SECURITY', 'PERFORMANCE'])),
  description: z.string(),
  detail: z.string(),
  remediation: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  /** The same for the same thing in every run. */
  cache_key: z.string(),
});
export type LintFinding = z.infer<typeof lintFinding>;

/** The same for the dashboard. */
export const advisorFinding = lintFinding.extend({
  /** SQL that removes the finding; null where only a person can decide. */
  fix: z.string().nullable(),
  /** Who said that it may stay, and why; `by` is null when the account is gone. */
  ignored: z.object({ reason: z.string(), by: z.string().nullable(), at: z.string() }).nullable(),
});
export type AdvisorFinding = z.infer<typeof advisorFinding>;

export const advisorReport = z.object({
  ran_at: z.string(),
  /** How many checks there are of each kind. */
  checks: z.object({ security: z.number().int(), performance: z.number().int() }),
  findings: z.array(advisorFinding),
  /** Checks that could not be made: whether there is something to find is not known. */
  unavailable: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      category: z.enum(['SECURITY', 'PERFORMANCE']),
      reason: z.string(),
    }),
  ),
  /** Names of checks that found more than is told. */
  truncated: z.array(z.string()),
});
export type AdvisorReport = z.infer<typeof advisorReport>;

const byRef = z.object({ ref: projectRef });
const lints = z.object({ lints: z.array(lintFinding) });
const cacheKey = storableText.min(1, 'must not be empty').max(1_000);

export const advisors = {
  v1Security: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/advisors/security' })
    .input(byRef)
    .output(lints),
  v1Performance: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/advisors/performance' })
    .input(byRef)
    .output(lints),
  runLints: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/run-lints' })
    .input(byRef)
    .output(z.array(lintFinding)),
  /** Everything that the pages of the advisors show. Kept for a minute; `fresh` makes all checks again. */
  report: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/advisors' })
    .input(byRef.extend({ fresh: queryBoolean.optional() }))
    .output(advisorReport),
  /** How many errors there are that nobody has ignored. May be some minutes old. */
  counts: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/advisors/counts' })
    .input(byRef)
    .output(z.object({ security: z.number().int(), performance: z.number().int() })),
  /** Lets a finding be: it is no longer counted. */
  ignore: oc
    .route({ method: 'PUT', path: '/platform/projects/{ref}/notifications/advisor/exceptions' })
    .input(
      byRef.extend({
        name: storableText.min(1, 'must not be empty').max(100),
        cache_key: cacheKey,
        reason: storableText.trim().min(1, 'must not be empty').max(500, 'must be at most 500 characters'),
      }),
    )
    .output(z.object({ ignored: z.literal(true) })),
  /** Takes that back; does nothing when the finding was not ignored. */
  restore: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/notifications/advisor/exceptions' })
    .input(byRef.extend({ cache_key: cacheKey }))
    .output(z.object({ ignored: z.literal(false) })),
};
