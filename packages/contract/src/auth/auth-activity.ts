import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** How long the time is that figures are asked for: how many parts it has, and how long each is. */
export const AUTH_ACTIVITY_INTERVALS = {
  '1day': { buckets: 24, seconds: 3_600 },
  '7day': { buckets: 7, seconds: 86_400 },
  '30day': { buckets: 30, seconds: 86_400 },
} as const;
export type AuthActivityInterval = keyof typeof AUTH_ACTIVITY_INTERVALS;
const INTERVALS = Object.keys(AUTH_ACTIVITY_INTERVALS) as AuthActivityInterval[];

export const authActivity = z.object({
  bucket_seconds: z.int(),
  /** Oldest first, empty ones included. They begin at whole hours or days (UTC); the last one is still running. */
  buckets: z.array(z.object({ at: z.string(), sign_ins: z.int(), sign_ups: z.int() })),
  /** Sign-ins of all of the time by what people signed in with, the most frequent first: `email`, `google`. Empty: not known. */
  methods: z.array(z.object({ method: z.string(), sign_ins: z.int() })),
});
export type AuthActivity = z.infer<typeof authActivity>;

/** What the audit log of a project's auth service says of people signing up and in. Reading it takes `read_auth_users`. */
export const authActivityContract = {
  get: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/activity' })
    .input(z.object({ ref: projectRef, interval: z.enum(INTERVALS).default('1day') }))
    .output(authActivity),
};
