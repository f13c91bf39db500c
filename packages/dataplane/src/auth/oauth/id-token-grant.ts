import type { FastifyRequest } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import { admitting } from '../accounts/newcomer.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { GrantHandler } from '../sign-in/grants.ts';
import type { Fields } from '../wire/read-body.ts';
import { unlessRaced } from './accounts/arrival.ts';
import { signInByProvider } from './accounts/sign-in-by-provider.ts';
import { linkIdentity } from './identities/link-identity.ts';
import { IdTokenProblem, verifyIdToken } from './openid/verify-id-token.ts';
import { type EnabledProvider, enabledProvider } from './providers/enabled-provider.ts';
import type { ProviderProfile } from './providers/oauth-provider.ts';
import { providerFailure } from './providers/open-provider.ts';

/**
 * `grant_type=id_token`: an ID token that the application got from the provider by itself. With `link_identity` the
 * identity is added to the user whose token comes with the request. Throws `validation_failed`, `unexpected_audience`,
 * what naming a provider, signing in by one and linking throw.
 */
export const handleIdTokenGrant: GrantHandler = async (context, body, request) => {
  const provider = await enabledProvider(context, body.text('provider'));
  const profile = await profileOf(context, provider, body);
  const linkTo = body.flag('link_identity') ? await linkingUser(context, request) : null;
  const arrival = {
    provider: provider.name,
    profile,
    emailOptional: provider.settings.email_optional,
    redirectTo: context.settings.site_url,
    challenge: null,
  };
  const attempt = () =>
    context.db.transaction(async (tx) => {
      const user =
        linkTo === null
          ? await signInByProvider(context, tx, arrival)
          : await linkIdentity(context, tx, linkTo, arrival);
      return await issueSession(context, tx, user, { method: 'oauth' });
    });
  return await unlessRaced(() => admitting(context, attempt));
};

async function profileOf(
  context: AuthContext,
  { name, recipe, settings }: EnabledProvider,
  body: Fields,
): Promise<ProviderProfile> {
  const idToken = body.text('id_token');
  if (!idToken) throw new AuthError('validation_failed', 'id_token required');
  const tokens = recipe.kind === 'openid' ? recipe : recipe.idTokens;
  if (tokens === undefined) {
    throw new AuthError('oauth_provider_not_supported', `Unsupported provider: ${name} has no ID tokens`);
  }
  const { outgoing, waitingForProviders } = context.services;
  let verdict: ProviderProfile | IdTokenProblem;
  try {
    const presented = { idToken, accessToken: body.text('access_token'), nonce: body.text('nonce') };
    verdict = await waitingForProviders(context.project.ref, () =>
      outgoing.attempt(() => verifyIdToken(tokens, settings, presented, outgoing.fetch).catch(problemOnly)),
    );
  } catch (cause) {
    throw providerFailure(context, name, cause);
  }
  if (!(verdict instanceof IdTokenProblem)) return verdict;
  const code = verdict.kind === 'audience' ? 'unexpected_audience' : 'validation_failed';
  throw new AuthError(code, verdict.message, { cause: verdict });
}

/** What is wrong with the token itself is told at once: the provider did answer. */
function problemOnly(error: unknown): IdTokenProblem {
  if (error instanceof IdTokenProblem) return error;
  throw error;
}

async function linkingUser({ services, settings }: AuthContext, request: FastifyRequest): Promise<string> {
  const { actor } = await requireUser(services, request);
  if (!settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled');
  return actor.user.id;
}
