import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestGithubServer {
  address: string;
  clientId: string;
  secret: string;
  /** Who signs in next. */
  person: {
    user: Record<string, unknown>;
    emails: Record<string, unknown>[];
  };
  /** What a person's browser would do with an authorization URL: the address GitHub sends it back to. */
  visit(url: string): URL;
  stop(): Promise<void>;
}

/** Stands in for github.com and its API, as far as a sign-in needs them, with GitHub's ways of saying no. */
export async function startGithubServer(): Promise<TestGithubServer> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const state = {
    address: '',
    clientId: 'Iv1.test',
    secret: 'github-secret',
    person: { user: {}, emails: [] as Record<string, unknown>[] },
  };

  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST' && request.url === '/login/oauth/access_token') {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const form = new URLSearchParams(text);
      const issued = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const right =
        issued?.challenge === proof &&
        issued.redirectUri === form.get('redirect_uri') &&
        form.get('client_id') === state.clientId &&
        form.get('client_secret') === state.secret;
      // GitHub says no with status 200.
      if (!right)
        return json(200, { error: 'bad_verification_code', error_description: 'The code is incorrect.' });
      return json(200, { access_token: 'gho_test', token_type: 'bearer', scope: 'user:email' });
    }
    if (request.headers.authorization !== 'Bearer gho_test') return json(401, { message: 'Bad credentials' });
    if (request.url === '/user') return json(200, state.person.user);
    if (request.url === '/user/emails') return json(200, state.person.emails);
    return json(404, { message: 'Not Found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return Object.assign(state, {
    visit(url: string): URL {
      const asked = new URL(url);
      const code = `code-${codes.size}-${Math.random()}`;
      const redirectUri = asked.searchParams.get('redirect_uri') ?? '';
      codes.set(code, { challenge: asked.searchParams.get('code_challenge') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: asked.searchParams.get('state') ?? '' }).toString();
      return back;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
