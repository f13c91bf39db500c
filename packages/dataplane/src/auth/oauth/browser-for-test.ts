import type { AuthApp } from './auth-app-for-test.ts';
import type { TestOpenIdServer } from './openid-server-for-test.ts';

/** Where a sign-in ended: the application's address, and what it holds. */
export interface Arrived {
  address: URL;
  query: URLSearchParams;
  fragment: URLSearchParams;
}

export type Browser = ReturnType<typeof browser>;

/** A person's browser between an application, the auth service and a provider. */
export function browser(app: AuthApp, openId: Pick<TestOpenIdServer, 'visit'>) {
  /** Up to the request to our callback, which is not made. */
  async function visit(who: string, parameters: Record<string, string> = {}): Promise<URL> {
    const query = new URLSearchParams({ provider: 'keycloak', login_hint: who, ...parameters });
    const { status, location, body } = await app.call('GET', `/authorize?${query}`);
    if (status !== 302) throw new Error(`authorize answered ${status} ${JSON.stringify(body)}`);
    return await openId.visit(location);
  }

  async function comeBack(answer: URL | string): Promise<Arrived> {
    const query = typeof answer === 'string' ? answer : answer.search;
    const { status, location } = await app.call('GET', `/callback${query}`);
    if (status !== 303) throw new Error(`callback answered ${status}`);
    return arrived(location);
  }

  return {
    visit,
    comeBack,
    signIn: async (who: string, parameters?: Record<string, string>) =>
      await comeBack(await visit(who, parameters)),
  };
}

export function arrived(location: string): Arrived {
  const address = new URL(location);
  return { address, query: address.searchParams, fragment: new URLSearchParams(address.hash.slice(1)) };
}
