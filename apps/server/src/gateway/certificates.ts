import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { writeAtomically } from '../home.ts';
import { makeCertificate } from '../make-certificate.ts';

/** Where certificates come from. */
export interface CertificateFiles {
  /** The chain and the key of the installation's own names, as PEM files. Null: one that it signs itself. */
  own: { certificate: string; key: string } | null;
  /** A folder with a file for each further host name, `api.example.com.pem`, with its chain and its key. Null: there is none. */
  folder: string | null;
}

/** A chain and its key, as PEM. */
interface Pem {
  cert: string;
  key: string;
}

export interface Certificates {
  /** What clients get that ask for no other name. */
  own: Pem;
  /** Calls `renewed` with what replaces it, for as long as the process runs. */
  watchOwn(renewed: (own: Pem) => void): void;
  /** The certificate of one name; null: it has none of its own. One whose file was replaced is read anew. */
  contextFor(name: string): Promise<SecureContext | null>;
}

/** Files are looked at this often: renewed ones count within that time. */
const LOOK_EVERY_MS = 5_000;
/** Clients can ask for any name: so many are remembered. */
const MOST_NAMES = 1_000;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

interface Kept {
  context: SecureContext | null;
  /** What the files were when they were read; null: they were not there. */
  state: string | null;
  lookedAt: number;
}

/**
 * Certificates of the gateway, read from their files when they change. A file that cannot be used leaves the former certificate in use, and
 * is told in the log.
 * @throws Error of the system or of OpenSSL when the installation's own cannot be used at the start
 */
export async function openCertificates(
  { own: ownFiles, folder }: CertificateFiles,
  {
    home,
    log,
    domain,
    lookEveryMs = LOOK_EVERY_MS,
  }: {
    home: string;
    log: Pick<Logger, 'warn'>;
    /** What the one that it signs itself is for, beside this machine: the names below. Null: nothing more. */
    domain: string | null;
    lookEveryMs?: number;
  },
): Promise<Certificates> {
  const files = ownFiles === null ? null : [ownFiles.certificate, ownFiles.key];
  const own = files === null ? await selfSigned(home, domain) : await readPem(files);
  let ownState = files === null ? null : await stateOf(files);
  const named = new Map<string, Kept>();

  async function lookAtOwn(paths: readonly string[], renewed: (own: Pem) => void): Promise<void> {
    const state = await stateOf(paths);
    // Somebody may be about to replace them.
    if (state === null || state === ownState) return;
    ownState = state;
    try {
      renewed(await readPem(paths));
    } catch (error) {
      log.warn({ err: error }, 'the renewed certificate cannot be used: the former one stays');
    }
  }

  async function lookAtNamed(file: string, before: Kept): Promise<Kept> {
    const lookedAt = Date.now();
    if (lookedAt - before.lookedAt < lookEveryMs) return before;
    const state = await stateOf([file]);
    if (state === null) return { context: null, state, lookedAt };
    if (state === before.state) return { ...before, lookedAt };
    try {
      return { context: createSecureContext(await readPem([file])), state, lookedAt };
    } catch (error) {
      log.warn({ err: error, file }, 'a certificate cannot be used: the former one stays, if there was one');
      return { ...before, state, lookedAt };
    }
  }

  return {
    own,
    watchOwn(renewed) {
      if (files !== null) setInterval(() => void lookAtOwn(files, renewed), lookEveryMs).unref();
    },
    async contextFor(asked) {
      const name = asked.toLowerCase();
      if (folder === null || !HOST_NAME.test(name)) return null;
      const before = named.get(name) ?? { context: null, state: null, lookedAt: 0 };
      const after = await lookAtNamed(path.join(folder, `${name}.pem`), before);
      if (!named.has(name) && named.size >= MOST_NAMES) named.delete(named.keys().next().value ?? '');
      named.set(name, after);
      return after.context;
    },
  };
}

async function stateOf(files: readonly string[]): Promise<string | null> {
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return found.some((one) => one === null)
    ? null
    : found.map((one) => `${one?.ino} ${one?.mtimeMs} ${one?.size}`).join(', ');
}

/** @throws Error where they are no certificate with its key */
async function readPem(files: readonly string[]): Promise<Pem> {
  const [cert = '', key = cert] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  createSecureContext({ cert, key });
  return { cert, key };
}

/** Whether it says that it is for this name. */
function isFor({ cert }: Pem, name: string): boolean {
  return new X509Certificate(cert).subjectAltName?.split(', ').includes(`DNS:${name}`) ?? false;
}

async function selfSigned(home: string, domain: string | null): Promise<Pem> {
  const file = path.join(home, 'gateway.pem');
  const names = domain === null ? [] : [`*.${domain}`];
  const kept = await readPem([file]).catch(() => null);
  if (kept !== null && names.every((name) => isFor(kept, name))) return kept;
  await writeAtomically(file, await makeCertificate('Basalt gateway', names), 0o600);
  return await readPem([file]);
}
