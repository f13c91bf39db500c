import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server as PlainServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Allowed, NOTHING_ALLOWED, readAllowed } from '../addresses/allowed.ts';
import { alike, type OutgoingClock, REAL_CLOCK } from './alike.ts';
import { createOutgoing, type OutgoingOptions } from './outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';

let server: Server;
let plain: PlainServer;
let base: string;
let port: number;
let asked: { url: string; headers: Record<string, unknown>; method: string; body: string }[] = [];

const LOCATIONS: Record<string, () => string> = {
  '/once': () => '/json',
  '/elsewhere': () => `http://other.test:${port}/json`,
  '/loop': () => '/loop',
  '/to-loopback': () => `http://127.0.0.2:${port}/json`,
  '/to-metadata': () => 'http://169.254.169.254/latest/meta-data',
  '/to-decimal': () => `http://2130706434:${port}/json`,
  '/to-file': () => 'file:///etc/passwd',
  '/to-credentials': () => `http://user:pass@127.0.0.1:${port}/json`,
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = request.url ?? '';
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push({ url, headers: request.headers, method: request.method ?? '', body });
    if (url in LOCATIONS) return response.writeHead(302, { location: LOCATIONS[url]?.() }).end();
    if (url === '/json') return response.setHeader('content-type', 'application/json').end('{"a":1}');
    if (url === '/empty') return response.writeHead(204).end();
    if (url === '/packed') return response.setHeader('content-encoding', 'gzip').end('x');
    if (url === '/broken-off')
      return response.setHeader('content-length', '9').write('x', () => response.destroy());
    if (url === '/endless') {
      const more = () => response.write('x'.repeat(65_536), () => !response.destroyed && more());
      return more();
    }
    return undefined;
  });
  plain = createPlainServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n'));
  server.listen(0, '127.0.0.1');
  plain.listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(plain, 'listening')]);
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  plain.close();
});

beforeEach(() => {
  asked = [];
});

/** The real one, but a failure is told at once. */
const IMPATIENT: OutgoingClock = { ...REAL_CLOCK, hold: async () => {} };
const outgoing = (options: Partial<OutgoingOptions> = {}) =>
  createOutgoing({ allowed: readAllowed('127.0.0.1,other.test'), clock: IMPATIENT, ...options });

describe('an answer', () => {
  test('comes with its status, headers and body', async () => {
    const answer = await outgoing().fetch(`${base}/json`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer.json()).toEqual({ a: 1 });
    expect((await outgoing().fetch(`${base}/empty`)).status).toBe(204);
  });

  test('is to what was sent, and never packed', async () => {
    const body = new URLSearchParams({ a: 'b c' });
    await outgoing().fetch(`${base}/json`, {
      method: 'POST',
      body,
      headers: { 'x-test': '1', host: 'evil.test' },
    });
    const [{ headers, ...request } = { headers: {} }] = asked;
    expect(request).toEqual({ url: '/json', method: 'POST', body: 'a=b+c' });
    expect(headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'x-test': '1',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    });
  });

  test('that is longer than it may be is cut where that is asked for', async () => {
    const answer = await outgoing().fetch(
      `${base}/endless`,
      {},
      { timeoutMs: 5_000, maxBytes: 100_000, whenLonger: 'cut' },
    );
    expect(await answer.text()).toBe('x'.repeat(100_000));
  });

  test('of a name keeps the name as the host', async () => {
    const resolve = async () => [{ address: '127.0.0.1' }];
    await outgoing({ resolve }).fetch(`http://other.test:${port}/json`);
    expect(asked[0]?.headers.host).toBe(`other.test:${port}`);
  });
});

describe('an answer that is read while it comes', () => {
  test('is not waited for, and ends with its reader', async () => {
    const gone = new AbortController();
    const answer = await outgoing().stream(`${base}/endless`, { signal: gone.signal });
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString('utf8')).toMatch(/^x+$/);
    gone.abort();
    await expect(
      (async () => {
        for (;;) if ((await reader?.read())?.done !== false) throw new Error('ended');
      })(),
    ).rejects.toThrow();
  });

  test('may be a failure or a redirect, which is not followed', async () => {
    expect((await outgoing().stream(`${base}/empty`, { method: 'POST', body: 'x' })).status).toBe(204);
    expect(asked[0]).toMatchObject({ method: 'POST', body: 'x' });
    expect((await outgoing().stream(`${base}/to-metadata`)).status).toBe(302);
    expect(asked).toHaveLength(2);
  });

  test.each([
    'http://127.0.0.2/v1',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706434/v1',
    'http://[::ffff:10.0.0.1]/v1',
    'http://metadata.google.internal/v1',
    'http://user:pass@127.0.0.1/v1',
    'file:///etc/passwd',
  ])('is never one of %s', async (url) => {
    await expect(outgoing().stream(url)).rejects.toThrow(OutgoingError);
    expect(asked).toEqual([]);
  });
});

describe('a redirect', () => {
  test('is followed by what reads only, and takes no credentials to another server', async () => {
    const resolve = async () => [{ address: '127.0.0.1' }];
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-test': '1' };
    expect(await (await outgoing().fetch(`${base}/once`, { headers })).json()).toEqual({ a: 1 });
    expect(asked[1]?.headers).toMatchObject(headers);
    await outgoing({ resolve }).fetch(`${base}/elsewhere`, { headers });
    expect(asked[3]?.headers).toMatchObject({ 'x-test': '1', host: `other.test:${port}` });
    expect(asked[3]?.headers).not.toHaveProperty('authorization');
    expect(asked[3]?.headers).not.toHaveProperty('cookie');
    expect((await outgoing().fetch(`${base}/once`, { method: 'POST' })).status).toBe(302);
  });

  test('is followed a few times only', async () => {
    await expect(outgoing().fetch(`${base}/loop`)).rejects.toThrow(OutgoingError);
    expect(asked).toHaveLength(4);
  });

  test.each(['/to-loopback', '/to-metadata', '/to-decimal', '/to-file', '/to-credentials'])(
    '%s leads nowhere',
    async (path) => {
      await expect(outgoing().fetch(`${base}${path}`)).rejects.toThrow(OutgoingError);
      expect(asked.map(({ url }) => url)).toEqual([path]);
    },
  );
});

describe('the address that was checked is the one that is asked', () => {
  /** Answers something else every time it is asked, as an attacker's name server does. */
  const rebinding = (...answers: string[]) => {
    let times = 0;
    const resolve = async () => [{ address: answers[Math.min(times++, answers.length - 1)] ?? '' }];
    return { resolve, times: () => times };
  };

  test('though the name leads to this machine when it is asked again', async () => {
    const { resolve, times } = rebinding('192.0.2.1', '127.0.0.1');
    // The first answer is allowed here and leads nowhere, as a public address does without a network.
    const client = outgoing({ resolve, allowed: readAllowed('192.0.2.1') });
    const limits = { timeoutMs: 300, maxBytes: 1000 };
    await expect(client.fetch(`http://rebind.test:${port}/json`, {}, limits)).rejects.toThrow(OutgoingError);
    expect([times(), asked]).toEqual([1, []]);
  });

  test('and a redirect to the same name is checked anew', async () => {
    const { resolve, times } = rebinding('127.0.0.1', '127.0.0.2');
    await expect(outgoing({ resolve }).fetch(`http://rebind.test:${port}/once`)).rejects.toThrow(
      OutgoingError,
    );
    expect([times(), asked.map(({ url }) => url)]).toEqual([2, ['/once']]);
  });

  test('over a plain connection too', async () => {
    const { resolve, times } = rebinding('127.0.0.1', '10.0.0.1');
    const client = outgoing({ resolve });
    const target = { host: 'rebind.test', port, signal: AbortSignal.timeout(5000) };
    const socket = await client.connect(target);
    expect([socket.remoteAddress, times()]).toEqual(['127.0.0.1', 1]);
    socket.destroy();
    await expect(client.connect(target)).rejects.toThrow();
  });
});

describe('a failure tells nothing', () => {
  const limits = { timeoutMs: 1000, maxBytes: 100_000 };
  const portOf = (one: PlainServer) => (one.address() as AddressInfo).port;
  const CLOSED = 'http://127.0.0.1:1/';
  const local = readAllowed('127.0.0.1');
  const failures: [what: string, url: () => string, allowed: Allowed][] = [
    ['an open port of this machine', () => `${base}/json`, NOTHING_ALLOWED],
    ['a closed port of this machine', () => CLOSED, NOTHING_ALLOWED],
    ['a private address', () => 'http://10.0.0.1/', NOTHING_ALLOWED],
    ['metadata', () => 'http://169.254.169.254/latest', NOTHING_ALLOWED],
    ['a name that is not there', () => 'http://nothing.invalid/', NOTHING_ALLOWED],
    ['an address that is none', () => 'rubbish', NOTHING_ALLOWED],
    ['another protocol', () => 'file:///etc/passwd', NOTHING_ALLOWED],
    ['credentials', () => base.replace('//', '//user:pass@'), local],
    ['a closed port that is allowed', () => CLOSED, local],
    ['an open port that speaks something else', () => `http://127.0.0.1:${portOf(plain)}/`, local],
    ['no encryption', () => base.replace('http:', 'https:'), local],
    ['an answer that ends too early', () => `${base}/broken-off`, local],
    ['an answer without an end', () => `${base}/endless`, local],
    ['a packed answer', () => `${base}/packed`, local],
    ['a redirect into the network', () => `${base}/to-metadata`, local],
  ];

  test.each(failures)('%s: one error, held until the deadline', async (_what, url, allowed) => {
    const clock = clockForTest();
    let told: unknown;
    const failing = createOutgoing({ allowed, clock }).fetch(url(), {}, limits);
    failing.catch((error: unknown) => {
      told = error;
    });
    // The failure is known, and nobody was told.
    await clock.held;
    await new Promise((done) => setTimeout(done, 5));
    expect([clock.waits, told]).toEqual([[1000], undefined]);
    clock.strike();
    await expect(failing).rejects.toThrow(OutgoingError);
    expect((told as Error).message).toBe('The other server did not give an answer that can be used.');
    expect(JSON.stringify(told)).not.toContain('127.0.0.1');
  });

  test('silence: the same at the same moment', async () => {
    const clock = clockForTest();
    const failing = createOutgoing({ allowed: readAllowed('127.0.0.1'), clock }).fetch(
      `${base}/silence`,
      {},
      limits,
    );
    expect(clock.waits).toEqual([1000]);
    clock.strike();
    await expect(failing).rejects.toThrow('The other server did not give an answer that can be used.');
  });

  test('success waits for nothing', async () => {
    const clock = clockForTest();
    const client = createOutgoing({ allowed: readAllowed('127.0.0.1'), clock });
    expect((await client.fetch(`${base}/json`, {}, limits)).status).toBe(200);
    expect(await client.attempt(async () => 7, 500)).toBe(7);
    expect([clock.waits, clock.holds]).toEqual([[1000, 500], 0]);
  });

  test('an attempt of several requests fails once, at its own end', async () => {
    const clock = clockForTest();
    const late = Promise.withResolvers<never>();
    const failing = alike(async () => await late.promise, 700, clock);
    late.reject(new OutgoingError(new Error('inner')));
    await clock.held;
    clock.strike();
    await expect(failing).rejects.toThrow(OutgoingError);
    expect(clock.waits).toEqual([700]);
  });
});

/** A clock that stands still until it is told to strike. */
function clockForTest() {
  const deadline = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const state = {
    waits: [] as number[],
    holds: 0,
    held: held.promise,
    strike: () => deadline.resolve(),
    wait(ms: number) {
      state.waits.push(ms);
      return deadline.promise;
    },
    hold(until: Promise<void>) {
      state.holds += 1;
      held.resolve();
      return until;
    },
  };
  return state;
}
