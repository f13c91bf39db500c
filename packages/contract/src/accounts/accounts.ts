import { oc } from '@orpc/contract';
import * as z from 'zod';
import { PASSWORD_MAX_LENGTH } from '../shared/limits.ts';
import { displayName, projectRef, WELL_FORMED } from '../shared/names.ts';
import { PROJECT_ROLES } from '../shared/project-roles.ts';
import { accountPasskey, begunCeremony, newPasskey, passkeyId, passkeyUse } from './passkeys.ts';
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

/** About ten years. */
export const ACCESS_TOKEN_MAX_DAYS = 3_660;

export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** `sbp_` and the first digits, to tell tokens apart. */
  token_alias: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** From then on it is refused. Null: it does not end. */
  expires_at: z.string().nullable(),
  /** What it may do at most. Null: whatever the account may. */
  role: z.enum(PROJECT_ROLES).nullable(),
  /** The one project that it is for. Null: all. */
  project: z.object({ ref: z.string(), name: z.string() }).nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

/** A browser in which somebody is signed in to the dashboard. */
export const accountSession = z.object({
  id: z.string(),
  created_at: z.string(),
  /** At most a minute old. Null: not since sessions are watched. */
  last_seen_at: z.string().nullable(),
  expires_at: z.string(),
  /** What the browser says of itself, when it signed in. */
  user_agent: z.string().nullable(),
  /** The network address from which it was seen last. */
  ip: z.string().nullable(),
  /** Whether the call was made with it. */
  is_current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

/** Of an authenticator app, or a recovery code. */
const secondFactorCode = z.string().max(40);

/** What a second factor is shown with: one of both. */
export const factorProof = { code: secondFactorCode.optional(), passkey: passkeyUse.optional() };
export type FactorProof = z.infer<z.ZodObject<typeof factorProof>>;

/** What the second factor of an account can be shown with, beside recovery codes. */
export const factorWays = z.object({ app: z.boolean(), passkey: z.boolean() });
export type FactorWays = z.infer<typeof factorWays>;

const secondFactorState = z.object({
  /** Null: signing in takes the password alone. */
  ways: factorWays.nullable(),
  /** Since when there is an authenticator app. Null: there is none. */
  enabled_at: z.string().nullable(),
  recovery_codes_left: z.number().int(),
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** A secret for an authenticator app, in the three forms in which people enter it. */
const secondFactorSecret = z.object({
  /** Base32. */
  secret: z.string(),
  uri: z.string(),
  /** The URI as a picture, SVG text. */
  qr_code: z.string(),
});
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

const givenPassword = z.string().max(PASSWORD_MAX_LENGTH);

export const accounts = {
  setupStatus: oc.route({ method: 'GET', path: '/platform/setup' }).output(z.object({ needed: z.boolean() })),
  setUp: oc
    .route({ method: 'POST', path: '/platform/setup', successStatus: 201 })
    .input(z.strictObject({ code: z.string(), email, password: newPassword, organization_name: displayName }))
    .output(profile),
  /**
   * For an account with a second factor, a right password without a `code` or a `passkey` is refused with `unauthorized` about the field
   * `code`, and details that say `second_factor: 'required'` and the {@link FactorWays}.
   */
  signIn: oc
    .route({ method: 'POST', path: '/platform/sign-in' })
    .input(z.strictObject({ email, password: givenPassword, ...factorProof }))
    .output(profile),
  /** Other ways to sign in than a password. */
  signInOptions: oc.route({ method: 'GET', path: '/platform/sign-in' }).output(
    z.object({
      /** With the provider of the installation. */
      open_id: z.object({ name: z.string() }).nullable(),
      /** Whether organizations have providers of their own. */
      organizations: z.boolean(),
      /** The one address at which browsers make and use passkeys of accounts. Null: this installation's can have none. */
      passkeys: z.object({ origin: z.string() }).nullable(),
    }),
  ),
  /** Begins to show a passkey, for {@link signInWithPasskey} or as a second factor. Nobody says yet whose. */
  beginPasskeyUse: oc.route({ method: 'POST', path: '/platform/sign-in/passkey' }).output(begunCeremony),
  signInWithPasskey: oc
    .route({ method: 'POST', path: '/platform/sign-in/passkey/finish' })
    .input(passkeyUse)
    .output(profile),
  signOut: oc.route({ method: 'POST', path: '/platform/sign-out' }).output(z.object({})),
  profile: oc.route({ method: 'GET', path: '/platform/profile' }).output(profile),
  /** The management API's form. */
  v1Profile: oc
    .route({ method: 'GET', path: '/v1/profile' })
    .output(z.object({ gotrue_id: z.string(), primary_email: z.string(), username: z.string() })),
  /** Whether a link with which a password is set comes by mail. If not, the operator of the installation makes it. */
  passwordResetOptions: oc
    .route({ method: 'GET', path: '/platform/forgotten-password' })
    .output(z.object({ sends_mail: z.boolean() })),
  /** Sends such a link, if there is an account with this address. The answer is the same if there is none. */
  requestPasswordReset: oc
    .route({ method: 'POST', path: '/platform/forgotten-password' })
    .input(z.strictObject({ email }))
    .output(z.object({})),
  /** Takes the token of a reset link, once. Whoever has it is signed in with the new password, and all others are signed out. */
  resetPassword: oc
    .route({ method: 'POST', path: '/platform/reset-password' })
    .input(z.strictObject({ token: z.string().max(200), password: newPassword, ...factorProof }))
    .output(profile),
  /** Ends all other sessions. */
  changePassword: oc
    .route({ method: 'POST', path: '/platform/profile/password' })
    .input(z.strictObject({ current_password: givenPassword, password: newPassword }))
    .output(z.object({})),
  secondFactor: oc
    .route({ method: 'GET', path: '/platform/profile/second-factor' })
    .output(secondFactorState),
  /** Begins to set up an authenticator app. It counts once it is confirmed. An account with a passkey shows that, or a recovery code. */
  enrollSecondFactor: oc
    .route({ method: 'POST', path: '/platform/profile/second-factor' })
    .input(z.strictObject({ password: givenPassword, ...factorProof }))
    .output(secondFactorSecret),
  /** Signs out all other devices. The recovery codes are told this once. */
  confirmSecondFactor: oc
    .route({ method: 'POST', path: '/platform/profile/second-factor/confirm' })
    .input(z.strictObject({ code: secondFactorCode }))
    .output(recoveryCodes),
  /** In place of those that are left. */
  renewRecoveryCodes: oc
    .route({ method: 'POST', path: '/platform/profile/second-factor/recovery-codes' })
    .input(z.strictObject(factorProof))
    .output(recoveryCodes),
  removeSecondFactor: oc
    .route({ method: 'POST', path: '/platform/profile/second-factor/remove' })
    .input(z.strictObject({ password: givenPassword, ...factorProof }))
    .output(z.object({})),
  listPasskeys: oc
    .route({ method: 'GET', path: '/platform/profile/passkeys' })
    .output(z.array(accountPasskey)),
  /** Asks for the password, and for the second factor where there is one. */
  beginPasskey: oc
    .route({ method: 'POST', path: '/platform/profile/passkeys/begin' })
    .input(z.strictObject({ password: givenPassword, ...factorProof }))
    .output(begunCeremony),
  /** The first factor of an account signs out all other devices, and comes with recovery codes, which are told this once. */
  addPasskey: oc
    .route({ method: 'POST', path: '/platform/profile/passkeys', successStatus: 201 })
    .input(newPasskey)
    .output(z.object({ passkey: accountPasskey, recovery_codes: z.array(z.string()).nullable() })),
  renamePasskey: oc
    .route({ method: 'PATCH', path: '/platform/profile/passkeys/{id}' })
    .input(z.object({ id: passkeyId, name: displayName }))
    .output(accountPasskey),
  deletePasskey: oc
    .route({ method: 'POST', path: '/platform/profile/passkeys/{id}/delete' })
    .input(z.strictObject({ id: passkeyId, password: givenPassword, ...factorProof }))
    .output(z.object({})),
  listSessions: oc
    .route({ method: 'GET', path: '/platform/profile/sessions' })
    .output(z.array(accountSession)),
  deleteSession: oc
    .route({ method: 'DELETE', path: '/platform/profile/sessions/{id}' })
    .input(z.object({ id: z.uuid('is not the id of a session') }))
    .output(z.object({})),
  /** All but the one that the call was made with. */
  deleteOtherSessions: oc
    .route({ method: 'DELETE', path: '/platform/profile/sessions' })
    .output(z.object({})),
  listAccessTokens: oc
    .route({ method: 'GET', path: '/platform/profile/access-tokens' })
    .output(z.array(accessToken)),
  createAccessToken: oc
    .route({ method: 'POST', path: '/platform/profile/access-tokens', successStatus: 201 })
    .input(
      z.strictObject({
        name: displayName,
        expires_in_days: z.number().int().min(1).max(ACCESS_TOKEN_MAX_DAYS).nullish(),
        role: z.enum(PROJECT_ROLES).nullish(),
        project: projectRef.nullish(),
      }),
    )
    .output(accessToken.extend({ token: z.string() })),
  deleteAccessToken: oc
    .route({ method: 'DELETE', path: '/platform/profile/access-tokens/{id}' })
    .input(z.object({ id: z.uuid('is not the id of an access token') }))
    .output(z.object({})),
};
