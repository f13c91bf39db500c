import type { FastifyInstance } from 'fastify';
import { type AuthContext, authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { AuthError } from '../errors/auth-error.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { asAuthError } from '../errors/send-error.ts';
import { readCodeChallenge } from '../flow-state/code-challenge.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { allowedRedirect } from '../redirects/allowed-redirect.ts';
import { withQuery } from '../redirects/redirect-with.ts';
import { type Fields, readBody, readForm } from '../wire/read-body.ts';
import { finishSso } from './flow/finish-sso.ts';
import { requireSaml } from './flow/require-saml.ts';
import { startSso, type Wanted } from './flow/start-sso.ts';
import { samlKey } from './saml/saml-key.ts';
import { describeServiceProvider, samlAddresses } from './saml/service-provider.ts';

/** Signing in by the identity providers of organizations (SAML 2.0). */
export function registerSsoRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/sso', async (request, reply) => {
    const context = requireSaml(authContext(services, request));
    limitClient(context, 'sso');
    const body = readBody(request);
    const wanted = readWanted(body);
    await requireCaptcha(context, request, body);
    const url = await startSso(context, {
      wanted,
      redirectTo: allowedRedirect(body.text('redirect_to'), context.settings),
      challenge: readCodeChallenge(body.text('code_challenge'), body.text('code_challenge_method')),
    });
    return body.flag('skip_http_redirect') === true ? { url } : reply.redirect(url, 303);
  });

  app.get('/sso/saml/metadata', async (request, reply) => {
    const context = requireSaml(authContext(services, request));
    const { download } = request.query as Record<string, unknown>;
    const xml = describeServiceProvider(samlAddresses(context), await samlKey(context));
    if (download === 'true') reply.header('content-disposition', 'attachment; filename="metadata.xml"');
    return reply
      .header('cache-control', 'public, max-age=600')
      .type('application/xml; charset=utf-8')
      .send(xml);
  });

  app.post('/sso/saml/acs', async (request, reply) => {
    const context = requireSaml(authContext(services, request));
    limitClient(context, 'saml_answer');
    const form = readForm(request);
    const answer = { response: form.get('SAMLResponse') ?? '', relayState: form.get('RelayState') ?? '' };
    try {
      return reply.redirect(await finishSso(context, answer), 302);
    } catch (error) {
      return reply.redirect(withProblem(context, error), 303);
    }
  });
}

/** @throws {AuthError} validation_failed */
function readWanted(body: Fields): Wanted {
  const [providerId, domain] = [body.text('provider_id') ?? '', body.text('domain') ?? ''];
  if (providerId !== '' && domain !== '')
    throw new AuthError('validation_failed', 'Only one of provider_id or domain supported');
  if (providerId !== '') return { providerId };
  if (domain !== '') return { domain };
  throw new AuthError('validation_failed', 'A provider_id or domain needs to be provided');
}

/** The site with what went wrong in its address: people would be left on an error page. */
function withProblem({ settings, project, services }: AuthContext, error: unknown): string {
  const known = asAuthError(error) ?? new AuthError('unexpected_failure');
  const details = { failure: describeFailure(error), ref: project.ref };
  if (known.status >= 500) services.log.error(details, 'single sign-on failed');
  return withQuery(settings.site_url, {
    error: known.status >= 500 ? 'server_error' : 'access_denied',
    error_code: known.code,
    error_description: known.message,
  });
}
