import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Outgoing } from '@basalt/network';
import { OUTGOING_FOR_TEST } from '../../outgoing-for-test.ts';

/** A provider as its documentation has it, without the addresses that only a browser visits. */
export interface StandIn {
  /** Where codes are exchanged. */
  token: string;
  /** How the secret of a client has to come. */
  secretIn: 'body' | 'header';
  pkce?: boolean;
  /** Beside the access token. */
  tokenAnswer?: Record<string, unknown>;
  /** Headers that every question needs. */
  headers?: Record<string, string>;
  /** What is answered at each address, with its query if it needs one. */
  answers: Record<string, unknown>;
}

export const CLIENT = { client_id: 'our-client', secret: 'our secret/+' };
export const ACCESS_TOKEN = 'token-of-the-provider';

export interface ProviderServer {
  /** Who is stood in for, from now on. */
  become(provider: StandIn): void;
  /** Requests to the internet reach the stand-in. */
  outgoing: Outgoing;
  /** What a person's browser would do with an authorization URL: the address the provider sends it back to. */
  visit(url: string): URL;
  stop(): Promise<void>;
}

/** Stands in for every provider that is asked over https, one at a time, as strict as the real one. */
export async function startProviderServer(): Promise<ProviderServer> {
  let provider: StandIn = { token: '', secretIn: 'body', answers: {} };
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const url = `https://${request.url?.slice(1)}`;
    if (url === provider.token) {
      const form = new URLSearchParams(await text(request));
      if (request.method !== 'POST' || !isRight(request, form))
        return void json(400, { error: 'invalid_grant' });
      return void json(200, { access_token: ACCESS_TOKEN, token_type: 'bearer', ...provider.tokenAnswer });
    }
    const wanted: Record<string, string> = { authorization: `Bearer ${ACCESS_TOKEN}`, ...provider.headers };
    const knows = Object.entries(wanted).every(([name, value]) => request.headers[name] === value);
    const found = Object.keys(provider.answers).find((known) => covers(known, url));
    if (found === undefined) return void json(404, {});
    return void (knows || found.includes('.well-known') ? json(200, provider.answers[found]) : json(401, {}));
  }

  /** Whether a request asks what is known, whatever it says beside it. */
  function covers(known: string, asked: string): boolean {
    const [one, other] = [new URL(known), new URL(asked)];
    const has = ([name, value]: [string, string]) => other.searchParams.get(name) === value;
    return one.host + one.pathname === other.host + other.pathname && [...one.searchParams].every(has);
  }

  function isRight(request: IncomingMessage, form: URLSearchParams): boolean {
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const basic = Buffer.from(`${encodeURIComponent(CLIENT.client_id)}:our+secret%2F%2B`).toString('base64');
    const isClient =
      provider.secretIn === 'header'
        ? request.headers.authorization === `Basic ${basic}`
        : form.get('client_id') === CLIENT.client_id && form.get('client_secret') === CLIENT.secret;
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return (
      isClient &&
      form.get('grant_type') === 'authorization_code' &&
      asked?.get('redirect_uri') === form.get('redirect_uri') &&
      (provider.pkce === true ? asked?.get('code_challenge') === proof : !form.has('code_verifier'))
    );
  }

  return {
    become: (next) => {
      provider = next;
    },
    outgoing: {
      ...OUTGOING_FOR_TEST,
      fetch: (url, request, limits) =>
        OUTGOING_FOR_TEST.fetch(url.replace(/^https:\//, address), request, limits),
    },
    visit(url) {
      const asked = new URL(url).searchParams;
      const code = `code-${codes.size}-${Math.random()}`;
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
