import { oc } from '@orpc/contract';
import * as z from 'zod';
import { email } from '../accounts/accounts.ts';
import { AUTH_USERS_PER_PAGE } from '../shared/limits.ts';
import { projectRef, WELL_FORMED } from '../shared/names.ts';

const metadata = z.record(z.string(), z.unknown());

/** A user of a project, in the words of the project's auth service: `email` and `phone` are empty when there is none. */
export const authUser = z.looseObject({
  id: z.string(),
  aud: z.string().optional(),
  role: z.string().optional(),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.string().optional(),
  phone_confirmed_at: z.string().optional(),
  confirmed_at: z.string().optional(),
  confirmation_sent_at: z.string().optional(),
  recovery_sent_at: z.string().optional(),
  invited_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  banned_until: z.string().optional(),
  deleted_at: z.string().optional(),
  /** Users that somebody has written with SQL may have neither. */
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  is_anonymous: z.boolean().optional(),
  app_metadata: metadata,
  user_metadata: metadata,
  identities: z.array(z.looseObject({ identity_id: z.string().optional(), provider: z.string() })).optional(),
});
export type AuthUser = z.infer<typeof authUser>;

export const authFactor = z.looseObject({
  id: z.string(),
  friendly_name: z.string().nullish(),
  factor_type: z.string(),
  status: z.enum(['verified', 'unverified']),
  phone: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  last_challenged_at: z.string().nullish(),
});
export type AuthFactor = z.infer<typeof authFactor>;

export const authPasskey = z.looseObject({
  id: z.string(),
  friendly_name: z.string().optional(),
  created_at: z.string(),
  last_used_at: z.string().optional(),
});
export type AuthPasskey = z.infer<typeof authPasskey>;

export const authSession = z.object({
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  refreshed_at: z.string().nullable(),
  /** Null: it has no fixed end. */
  not_after: z.string().nullable(),
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
  aal: z.string(),
});
export type AuthSession = z.infer<typeof authSession>;

export const AUTH_USER_SORTS = ['created_at', 'last_sign_in_at', 'email'] as const;

const byRef = z.object({ ref: projectRef });
const byUser = byRef.extend({ id: z.uuid('is not the id of a user') });
/** What the auth service makes of these is its business: it says which password is too weak. */
const person = {
  phone: z.string().max(32).optional(),
  password: z
    .string()
    .max(1_024)
    .refine(...WELL_FORMED)
    .optional(),
  email_confirm: z.boolean().optional(),
  phone_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
};
const toEmail = z.strictObject({ ref: projectRef, email });
const done = z.object({});

export const authUsers = {
  list: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/users' })
    .input(
      byRef.extend({
        /** A part of an e-mail address, phone number or name, of which one or two letters begin a word; or the beginning of an id. */
        search: z.string().max(256).default(''),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        per_page: z.coerce.number().int().min(1).max(1_000).default(AUTH_USERS_PER_PAGE),
        sort: z.enum(AUTH_USER_SORTS).default('created_at'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
    )
    .output(
      z.object({
        users: z.array(authUser),
        /** Of all pages. */
        total: z.number().int(),
        /** Whether `total` is what PostgreSQL thinks there are: a search that finds so many that counting them would take long. */
        is_estimate: z.boolean(),
      }),
    ),
  get: oc.route({ method: 'GET', path: '/platform/auth/{ref}/users/{id}' }).input(byUser).output(authUser),
  create: oc
    .route({ method: 'POST', path: '/platform/auth/{ref}/users', successStatus: 201 })
    .input(z.strictObject({ ref: projectRef, email: email.optional(), ...person }))
    .output(authUser),
  invite: oc
    .route({ method: 'POST', path: '/platform/auth/{ref}/invite' })
    .input(z.strictObject({ ref: projectRef, email, data: metadata.optional() }))
    .output(authUser),
  update: oc
    .route({ method: 'PATCH', path: '/platform/auth/{ref}/users/{id}' })
    .input(
      z.strictObject({
        ...byUser.shape,
        email: email.optional(),
        ...person,
        /** `none` ends a ban. */
        ban_duration: z
          .string()
          .max(32)
          .regex(/^(none|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)$/, 'must be none or a time such as 24h or 1h30m')
          .optional(),
      }),
    )
    .output(authUser),
  delete: oc.route({ method: 'DELETE', path: '/platform/auth/{ref}/users/{id}' }).input(byUser).output(done),
  recover: oc.route({ method: 'POST', path: '/platform/auth/{ref}/recover' }).input(toEmail).output(done),
  magicLink: oc.route({ method: 'POST', path: '/platform/auth/{ref}/magiclink' }).input(toEmail).output(done),
  listFactors: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/users/{id}/factors' })
    .input(byUser)
    .output(z.array(authFactor)),
  deleteFactor: oc
    .route({ method: 'DELETE', path: '/platform/auth/{ref}/users/{id}/factors/{factor_id}' })
    .input(byUser.extend({ factor_id: z.uuid('is not the id of a factor') }))
    .output(done),
  listPasskeys: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/users/{id}/passkeys' })
    .input(byUser)
    .output(z.array(authPasskey)),
  deletePasskey: oc
    .route({ method: 'DELETE', path: '/platform/auth/{ref}/users/{id}/passkeys/{passkey_id}' })
    .input(byUser.extend({ passkey_id: z.uuid('is not the id of a passkey') }))
    .output(done),
  listSessions: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/users/{id}/sessions' })
    .input(byUser)
    .output(z.array(authSession)),
  deleteSession: oc
    .route({ method: 'DELETE', path: '/platform/auth/{ref}/users/{id}/sessions/{session_id}' })
    .input(byUser.extend({ session_id: z.uuid('is not the id of a session') }))
    .output(done),
  /** Signs the user out everywhere. Access tokens already given out stay valid until they expire. */
  deleteSessions: oc
    .route({ method: 'DELETE', path: '/platform/auth/{ref}/users/{id}/sessions' })
    .input(byUser)
    .output(done),
};
