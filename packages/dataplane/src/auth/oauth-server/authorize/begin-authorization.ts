import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { readCodeChallenge } from '../../flow-state/code-challenge.ts';
import { withQuery } from '../../redirects/redirect-with.ts';
import { isUuid } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { type ClientRow, findClient } from '../clients/client-rows.ts';
import { DEFAULT_SCOPE, readScopes } from '../scopes.ts';
import { insertAuthorization } from './authorization-rows.ts';

/** Something that the application has to be told, by a redirect. */
class Refusal extends Error {
  readonly code: 'invalid_request' | 'server_error';
  constructor(code: Refusal['code'], description: string) {
    super(description);
    this.code = code;
  }
}

const LONGEST = { state: 4_096, resource: 2_048, nonce: 255 } as const;

/**
 * Begins to let a user in to an application. Answers with the address to go on to: the project's consent page, or the application's
 * own with what is wrong. Throws `validation_failed`, `oauth_client_not_found` (400) when nobody knows where the application is.
 */
export async function beginAuthorization(context: AuthContext, request: FastifyRequest): Promise<string> {
  const { client, redirectUri } = await asking(context, request);
  const state = queryText(request, 'state');
  try {
    return await begin(context, request, client, redirectUri);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return withQuery(redirectUri, {
      error: error.code,
      error_description: error.message,
      ...(state === null ? {} : { state }),
    });
  }
}

async function asking(
  { db }: AuthContext,
  request: FastifyRequest,
): Promise<{ client: ClientRow; redirectUri: string }> {
  const id = queryText(request, 'client_id');
  if (id === null) throw new AuthError('validation_failed', 'client_id is required');
  const redirectUri = queryText(request, 'redirect_uri');
  if (redirectUri === null) throw new AuthError('validation_failed', 'redirect_uri is required');
  const client = isUuid(id) ? await findClient(db, id) : null;
  if (client === null) throw new AuthError('oauth_client_not_found', 'invalid client_id', { status: 400 });
  if (!client.redirect_uris.split(',').includes(redirectUri))
    throw new AuthError('validation_failed', 'invalid redirect_uri');
  return { client, redirectUri };
}

async function begin(
  context: AuthContext,
  request: FastifyRequest,
  client: ClientRow,
  redirectUri: string,
): Promise<string> {
  const { settings, db, now, project } = context;
  if (queryText(request, 'response_type') !== 'code')
    throw new Refusal('invalid_request', 'only response_type=code is supported');
  const scopes = readScopes(queryText(request, 'scope') ?? DEFAULT_SCOPE);
  if ('unknown' in scopes) throw new Refusal('invalid_request', `unsupported scope: ${scopes.unknown}`);
  // Only whoever knows the project's secret could check an ID token that was signed with it.
  if (scopes.known.includes('openid') && project.signingKey.algorithm === 'HS256')
    throw new Refusal(
      'invalid_request',
      'unsupported scope: openid needs a signing key of the project that others can check',
    );
  const challenge = challengeOf(request);
  const [state, resource, nonce] = [
    text(request, 'state'),
    text(request, 'resource'),
    text(request, 'nonce'),
  ];
  if (settings.oauth_server_authorization_path === '')
    throw new Refusal('server_error', 'The project has no page where its users decide');
  const { authorization_id } = await insertAuthorization(db, now, {
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: scopes.known.join(' '),
    state,
    resource,
    nonce,
    code_challenge: challenge.challenge,
    code_challenge_method: challenge.method,
  });
  const site = settings.site_url.replace(/\/+$/, '');
  return withQuery(`${site}${settings.oauth_server_authorization_path}`, { authorization_id });
}

/** Every client must prove that the one who redeems the code is the one who asked. */
function challengeOf(request: FastifyRequest) {
  const [challenge, method] = [
    queryText(request, 'code_challenge'),
    queryText(request, 'code_challenge_method'),
  ];
  if (challenge === null || method === null)
    throw new Refusal('invalid_request', 'PKCE flow requires both code_challenge and code_challenge_method');
  if (!/^(s256|plain)$/i.test(method))
    throw new Refusal('invalid_request', "code_challenge_method must be 'S256' or 'plain'");
  if (challenge.length < 43 || challenge.length > 128)
    throw new Refusal('invalid_request', 'code_challenge must be between 43 and 128 characters');
  try {
    return readCodeChallenge(challenge, method) as NonNullable<ReturnType<typeof readCodeChallenge>>;
  } catch (error) {
    if (error instanceof AuthError) throw new Refusal('invalid_request', error.message);
    throw error;
  }
}

function text(request: FastifyRequest, name: keyof typeof LONGEST): string | null {
  const value = queryText(request, name);
  if (value !== null && value.length > LONGEST[name])
    throw new Refusal('invalid_request', `${name} must have at most ${LONGEST[name]} characters`);
  return value;
}
