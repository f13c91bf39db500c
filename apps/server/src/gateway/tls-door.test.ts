import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { makeSelfSigned } from '@basalt/network';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCertificates } from './certificates.ts';
import { openTlsDoor } from './tls-door.ts';

let home: string;
let server: Server;
const warn = vi.fn();

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tls-'));
  server = createServer((asked, reply) => reply.end(`${asked.headers.host} ${'encrypted' in asked.socket}`));
  server.on('upgrade', (_asked, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\nhello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  warn.mockReset();
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(home, { recursive: true });
});

const make = (name: string) => makeSelfSigned({ name, kind: 'ECDSA', years: 1, names: [name] });
const file = (name: string) => path.join(home, name);

async function open(
  own: { certificate: string; key: string } | null = null,
  domain: string | null = null,
): Promise<number> {
  const certificates = await openCertificates(
    { own, folder: home },
    { home, log: { warn } as never, domain, lookEveryMs: 20 },
  );
  return (await openTlsDoor(server, certificates, { host: '127.0.0.1', port: 0 })).port;
}

async function shake(port: number, servername?: string): Promise<TLSSocket> {
  const options = { port, host: '127.0.0.1', rejectUnauthorized: false, ...(servername && { servername }) };
  const socket = connect(options);
  await once(socket, 'secureConnect');
  return socket;
}

/** Whose certificate a client is shown. */
async function shown(port: number, servername?: string): Promise<unknown> {
  const socket = await shake(port, servername);
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

it('answers requests and upgrades of the server over TLS, by a certificate of its own where there is none', async () => {
  const port = await open();
  const socket = await shake(port, 'ref.basalt.localhost');
  expect(socket.getPeerCertificate().subjectaltname).toContain('*.basalt.localhost');
  const asked = request({ createConnection: () => socket, headers: { host: 'api.acme.com' } });
  const [answer] = await once(asked.end(), 'response');
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('api.acme.com true');
  const raw = await shake(port);
  raw.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  expect(Buffer.concat(await raw.toArray()).toString()).toContain('hello');
  // A start once more shows the same.
  expect(await shown(await open())).toBe('Basalt gateway');
});

it('signs a certificate anew when projects are below a domain that the former one is not for', async () => {
  const alternatives = async (domain: string | null) => {
    const socket = await shake(await open(null, domain));
    const { subjectaltname, serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return { isForDomain: subjectaltname?.includes('DNS:*.api.example.com'), serialNumber };
  };
  const before = await alternatives(null);
  const after = await alternatives('api.example.com');
  expect([before.isForDomain, after.isForDomain]).toEqual([false, true]);
  expect(await alternatives('api.example.com')).toEqual(after);
  // Without the domain it goes on being used.
  expect(await alternatives(null)).toEqual(after);
});

it('shows each name its own certificate, and renewed ones without a new start', async () => {
  const first = await make('first');
  const files = { certificate: file('own.pem'), key: file('own.key') };
  await writeFile(files.certificate, first.certificate);
  await writeFile(files.key, first.key);
  const port = await open(files);
  expect([await shown(port), await shown(port, 'api.acme.com')]).toEqual(['first', 'first']);

  const acme = await make('api.acme.com');
  await writeFile(file('api.acme.com.pem'), `${acme.certificate}\n${acme.key}`);
  await expect.poll(() => shown(port, 'API.acme.com')).toBe('api.acme.com');
  expect(await shown(port, '../own')).toBe('first');
  // What is no certificate takes nothing away.
  await writeFile(file('api.acme.com.pem'), 'nothing');
  await expect
    .poll(async () => [await shown(port, 'api.acme.com'), warn.mock.calls.length > 0])
    .toEqual(['api.acme.com', true]);
  await rm(file('api.acme.com.pem'));
  await expect.poll(() => shown(port, 'api.acme.com')).toBe('first');

  const second = await make('second');
  await writeFile(files.certificate, second.certificate);
  await writeFile(files.key, second.key);
  await expect.poll(() => shown(port)).toBe('second');
});

it('refuses to start with a key that is not the certificate’s', async () => {
  const [one, other] = [await make('one'), await make('other')];
  await writeFile(file('own.pem'), one.certificate);
  await writeFile(file('own.key'), other.key);
  await expect(open({ certificate: file('own.pem'), key: file('own.key') })).rejects.toThrow();
});
