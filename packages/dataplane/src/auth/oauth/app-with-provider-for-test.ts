import type { ConnectionTarget } from '@basalt/postgres';
import { type AuthApp, provider, startAuthApp } from './auth-app-for-test.ts';
import { type Browser, browser } from './browser-for-test.ts';
import type { TestOpenIdServer } from './openid-server-for-test.ts';

/**
 * An app whose people sign in at `openId` under the name of Keycloak, and a person's browser. The server knows `ada` and
 * nobody else; of two more providers one cannot be used and one is switched off.
 */
export async function startAppWithProvider(
  database: ConnectionTarget,
  openId: TestOpenIdServer,
): Promise<{ app: AuthApp; person: Browser }> {
  const app = await startAuthApp(database);
  const keycloak = provider({ client_id: openId.clientId, secret: openId.secret, url: openId.issuer });
  app.settings.external = { keycloak, twitter: provider(), google: provider({ enabled: false }) };
  openId.people.clear();
  openId.people.set('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada' });
  return { app, person: browser(app, openId) };
}
