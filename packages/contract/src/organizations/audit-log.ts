import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug, projectRef, storableText } from '../shared/names.ts';

/** Entries of the audit log are deleted after so many days. */
export const AUDIT_LOG_DAYS = 365;
/** The oldest entries of an organization are deleted when there are more. */
export const MAX_AUDIT_LOG_ENTRIES = 100_000;
/** Entries answered at once. */
export const AUDIT_LOG_PER_PAGE = 50;

export const AUDIT_OUTCOMES = ['succeeded', 'failed', 'unknown'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Fields by name, without secrets: what may be one reads `[hidden]`. */
const fields = z.record(z.string(), z.unknown());

const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** What was done: `projects.pause`. */
  action: z.string(),
  /** `unknown`: it is going on, or the platform was stopped before it ended. */
  outcome: z.enum(AUDIT_OUTCOMES),
  /** The code of the error with which it failed. */
  error: z.string().nullable(),
  actor: z.object({
    account_id: z.string(),
    /** As it was then. */
    email: z.string(),
    /** A session of a browser or an access token; null where somebody showed a password or a link. */
    credential: z
      .object({ kind: z.enum(['session', 'token']), id: z.string(), name: z.string().nullable() })
      .nullable(),
  }),
  ip: z.string(),
  user_agent: z.string().nullable(),
  project_ref: z.string().nullable(),
  /** What was asked for. */
  request: fields,
  /** What was there, as far as it changed. Null: it is not known, or there was nothing. */
  before: fields.nullable(),
  after: fields.nullable(),
  /** The operation that began. */
  operation_id: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Conditions that entries meet; those left out do not matter. */
export const auditLogFilter = z.object({
  /** The id of an account. */
  account: z.uuid('is not the id of an account').optional(),
  /** An action, or a group of them: `projects.pause`, `projects`. */
  action: z
    .string()
    .regex(/^[a-zA-Z]+(\.[a-zA-Z_]+)?$/, 'is not the name of an action')
    .max(100, 'must be at most 100 characters')
    .optional(),
  project: projectRef.optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** From this moment on. */
  from: z.iso.datetime({ offset: true, error: 'is not a time' }).optional(),
  /** Before this moment. */
  to: z.iso.datetime({ offset: true, error: 'is not a time' }).optional(),
  /** Part of an e-mail address, an action, a project, a network address or of what was asked for and changed, any case. */
  search: storableText.max(200, 'must be at most 200 characters').optional(),
});
export type AuditLogFilter = z.infer<typeof auditLogFilter>;

/** Who changed what in an organization and its projects. */
export const auditLog = {
  /** The newest first, `AUDIT_LOG_PER_PAGE` at once. */
  list: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/audit-log' })
    .input(
      auditLogFilter.extend({
        slug: organizationSlug,
        /** Only older ones than the entry with this id. */
        before: z.coerce.number().int().positive().optional(),
      }),
    )
    .output(
      z.object({
        entries: z.array(auditEntry),
        /** The id to go on from; null at the end. */
        next: z.number().int().nullable(),
      }),
    ),
  /** What there is to filter by. */
  choices: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/audit-log/choices' })
    .input(z.object({ slug: organizationSlug }))
    .output(
      z.object({
        people: z.array(z.object({ account_id: z.string(), email: z.string() })),
        actions: z.array(z.string()),
        projects: z.array(z.object({ ref: z.string(), name: z.string().nullable() })),
      }),
    ),
};

/** Where the log is downloaded from, with the fields of {@link auditLogFilter} and `format`. */
export const auditLogExportPath = (slug: string) => `/platform/organizations/${slug}/audit-log/export`;
export const AUDIT_LOG_FORMATS = ['csv', 'json'] as const;
export type AuditLogFormat = (typeof AUDIT_LOG_FORMATS)[number];
