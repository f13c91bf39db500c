import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';

/** A row's number: more digits than a number of JavaScript holds exactly. */
const rowNumber = z.string().regex(/^\d{1,18}$/, 'must be a number');

export const JOB_RUN_STATES = ['starting', 'running', 'succeeded', 'failed'] as const;
const jobRunState = z.enum(JOB_RUN_STATES);
export type JobRunState = z.infer<typeof jobRunState>;

export const jobRun = z.object({
  id: z.string(),
  job_id: z.string(),
  /** Null: the job has none, or is gone. */
  job_name: z.string().nullable(),
  status: jobRunState,
  /** What the last statement answered, or why it failed. Null for those who may only read. */
  message: z.string().nullable(),
  /** The beginning of what ran. Those who may only read see no texts in it. */
  command: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRun>;

const jobSummary = z.object({
  id: z.string(),
  name: z.string().nullable(),
  schedule: z.string(),
  /** The schedule as people say it; null where it cannot be read. */
  words: z.string().nullable(),
  active: z.boolean(),
  /** The beginning of it. Those who may only read see no texts in it. */
  command: z.string(),
  /** Null: it is switched off, or never comes. */
  next_at: z.string().nullable(),
  last_run: jobRun.nullable(),
});
export type ScheduledJob = z.infer<typeof jobSummary>;

const name = storableText.trim().min(1, 'must not be empty').max(100, 'must be at most 100 characters');
const schedule = storableText.min(1, 'must not be empty').max(200, 'must be at most 200 characters');
const command = storableText
  .refine((text) => text.trim() !== '', 'must not be empty')
  .max(100_000, 'must be at most 100,000 characters');

const ofJob = z.object({ ref: projectRef, id: rowNumber });

/** Jobs in `cron.job` of a project's database, which the platform runs. */
export const scheduledJobs = {
  /** All of them, by name. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/jobs' })
    .input(z.object({ ref: projectRef }))
    .output(
      z.object({
        jobs: z.array(jobSummary),
        /** Why none can be made or run; null: they can. */
        problem: z.string().nullable(),
      }),
    ),
  /** One with the whole of its command. */
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/jobs/{id}' })
    .input(ofJob)
    .output(jobSummary),
  create: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/jobs' })
    .input(z.object({ ref: projectRef, name, schedule, command, active: z.boolean().default(true) }))
    .output(z.object({ id: z.string() })),
  update: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/database/jobs/{id}' })
    .input(
      ofJob.extend({
        name: name.optional(),
        schedule: schedule.optional(),
        command: command.optional(),
        active: z.boolean().optional(),
      }),
    )
    .output(z.object({ id: z.string() })),
  remove: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/database/jobs/{id}' })
    .input(ofJob)
    .output(z.object({ id: z.string() })),
  /** Runs it now, also when it is switched off. Answers when the run is written down. */
  run: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/jobs/{id}/run' })
    .input(ofJob)
    .output(z.object({ run_id: z.string() })),
  /** What ran, the newest first. */
  listRuns: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/job-runs' })
    .input(
      z.object({
        ref: projectRef,
        job: rowNumber.optional(),
        status: jobRunState.optional(),
        /** Those before this run. */
        before: rowNumber.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.array(jobRun)),
  /** What a schedule means. */
  readSchedule: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/job-schedule' })
    .input(z.object({ ref: projectRef, schedule: storableText.max(1_000) }))
    .output(
      z.object({
        /** What is wrong with it; null: nothing. */
        problem: z.string().nullable(),
        words: z.string().nullable(),
        /** The next five times. */
        next: z.array(z.string()),
      }),
    ),
};
