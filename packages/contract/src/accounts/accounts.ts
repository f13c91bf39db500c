import { oc } from '@orpc/contract';
import * as z from 'zod';
import { PASSWORD_MAX_LENGTH } from '../shared/limits.ts';
import { displayName, WELL_FORMED } from '../shared/names.ts';
import { passwordProblem } from './password-strength.ts';

export const email = z.string().trim().toLowerCase().max(320).pipe(z.email('is not an e-mail address'));

/** A password someone chooses now. The refusal is the sentence of {@link passwordProblem}. */
export const newPassword = z
  .string()
  .max(PASSWORD_MAX_LENGTH, `must be at most ${PASSWORD_MAX_LENGTH} characters`)
  .refine(...WELL_FORMED)
  .superRefine((value, context) => {
    const problem = passwordProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

export const profile = z.object({ id: z.string(), email: z.string(), created_at: z.string() });
export type Profile = z.infer<typeof profile>;

export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** `sbp_` and the first digits, to tell tokens apart. */
  token_alias: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

export const accounts = {
  setupStatus: oc.route({ method: 'GET', path: '/platform/setup' }).output(z.object({ needed: z.boolean() })),
  setUp: oc
    .route({ method: 'POST', path: '/platform/setup', successStatus: 201 })
    .input(z.strictObject({ code: z.string(), email, password: newPassword, organization_name: displayName }))
    .output(profile),
  signIn: oc
    .route({ method: 'POST', path: '/platform/sign-in' })
    .input(z.strictObject({ email, password: z.string().max(PASSWORD_MAX_LENGTH) }))
    .output(profile),
  signOut: oc.route({ method: 'POST', path: '/platform/sign-out' }).output(z.object({})),
  profile: oc.route({ method: 'GET', path: '/platform/profile' }).output(profile),
  listAccessTokens: oc
    .route({ method: 'GET', path: '/platform/profile/access-tokens' })
    .output(z.array(accessToken)),
  createAccessToken: oc
    .route({ method: 'POST', path: '/platform/profile/access-tokens', successStatus: 201 })
    .input(z.strictObject({ name: displayName }))
    .output(accessToken.extend({ token: z.string() })),
  deleteAccessToken: oc
    .route({ method: 'DELETE', path: '/platform/profile/access-tokens/{id}' })
    .input(z.object({ id: z.uuid('is not the id of an access token') }))
    .output(z.object({})),
};
