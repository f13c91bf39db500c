import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** SCRAM-SHA-256 (RFC 5802, RFC 7677) as PostgreSQL speaks it, from both ends. No password is ever known here. */

/** What PostgreSQL keeps of a password. */
export interface Verifier {
  iterations: number;
  salt: Buffer;
  storedKey: Buffer;
  serverKey: Buffer;
}

/** What a client proves to have, and with which one can prove the same to the server that keeps the verifier. */
export interface ProvenKeys extends Verifier {
  clientKey: Buffer;
}

const VERIFIER = /^SCRAM-SHA-256\$(\d+):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)$/;
const NONCE_BYTES = 18;

/** Null: a password of another kind, or none. */
export function readVerifier(text: string | null): Verifier | null {
  const [, iterations = '', salt = '', storedKey = '', serverKey = ''] = VERIFIER.exec(text ?? '') ?? [];
  if (iterations === '') return null;
  const verifier = {
    iterations: Number(iterations),
    salt: Buffer.from(salt, 'base64'),
    storedKey: Buffer.from(storedKey, 'base64'),
    serverKey: Buffer.from(serverKey, 'base64'),
  };
  return verifier.storedKey.length === 32 && verifier.serverKey.length === 32 ? verifier : null;
}

/**
 * A verifier that no password fits, always the same for a name: whoever guesses does not learn which roles there are.
 * @param secret of this process
 */
export function mockVerifier(secret: Buffer, name: string): Verifier {
  const salt = hmac(secret, name).subarray(0, 16);
  return { iterations: 4096, salt, storedKey: randomBytes(32), serverKey: randomBytes(32) };
}

/** Thrown for messages that are not SCRAM. */
export class ScramError extends Error {
  override readonly name = 'ScramError';
}

/** The server's end: finds out whether the client knows the password. */
export class ScramServer {
  readonly #verifier: Verifier;
  readonly #nonce: string;
  #clientFirst = '';
  #header = '';
  #serverFirst = '';

  constructor(verifier: Verifier, nonce: string = newNonce()) {
    this.#verifier = verifier;
    this.#nonce = nonce;
  }

  /** @param clientFirst the client's first message @returns the answer to it @throws {ScramError} */
  begin(clientFirst: string): string {
    // We offer no channel binding, so a client may say that it could have done it (y), but not that it does (p).
    const [, header, bare, nonce] =
      /^([ny],[^,]*,)((?:[^,]*),r=([\x21-\x2b\x2d-\x7e]+).*)$/s.exec(clientFirst) ?? [];
    if (header === undefined || bare === undefined || nonce === undefined)
      throw new ScramError('The first message of SCRAM is malformed, or asks for channel binding.');
    this.#header = header;
    this.#clientFirst = bare;
    const { salt, iterations } = this.#verifier;
    this.#serverFirst = `r=${nonce}${this.#nonce},s=${salt.toString('base64')},i=${iterations}`;
    return this.#serverFirst;
  }

  /** @param clientFinal the proof @returns what was proven and the last answer; null: not the password @throws {ScramError} */
  finish(clientFinal: string): { keys: ProvenKeys; serverFinal: string } | null {
    const [, withoutProof, header, nonce, proofText] =
      /^(c=([A-Za-z0-9+/=]+),r=([^,]+)),p=([A-Za-z0-9+/=]+)$/.exec(clientFinal) ?? [];
    if (withoutProof === undefined || header === undefined || proofText === undefined)
      throw new ScramError('The last message of SCRAM is malformed.');
    if (
      Buffer.from(header, 'base64').toString() !== this.#header ||
      !this.#serverFirst.startsWith(`r=${nonce},`)
    )
      throw new ScramError('The last message of SCRAM does not fit the first.');
    const authMessage = `${this.#clientFirst},${this.#serverFirst},${withoutProof}`;
    const { storedKey, serverKey } = this.#verifier;
    const proof = Buffer.from(proofText, 'base64');
    if (proof.length !== storedKey.length) return null;
    const clientKey = xor(proof, hmac(storedKey, authMessage));
    if (!timingSafeEqual(hash(clientKey), storedKey)) return null;
    const serverFinal = `v=${hmac(serverKey, authMessage).toString('base64')}`;
    return { keys: { ...this.#verifier, clientKey }, serverFinal };
  }
}

/** The client's end, with keys in place of the password. */
export class ScramClient {
  readonly #keys: ProvenKeys;
  readonly #nonce: string;
  #signature = '';

  constructor(keys: ProvenKeys, nonce: string = newNonce()) {
    this.#keys = keys;
    this.#nonce = nonce;
  }

  /** The user's name is the one of the startup packet. */
  first(): string {
    return `n,,n=,r=${this.#nonce}`;
  }

  /** @returns the proof; null: the server keeps another password meanwhile @throws {ScramError} */
  final(serverFirst: string): string | null {
    const [, nonce, salt, iterations] =
      /^r=([\x21-\x2b\x2d-\x7e]+),s=([A-Za-z0-9+/=]+),i=(\d+)/.exec(serverFirst) ?? [];
    if (nonce === undefined || salt === undefined || !nonce.startsWith(this.#nonce))
      throw new ScramError('The server answered something that is not SCRAM.');
    const { clientKey, storedKey, serverKey } = this.#keys;
    if (!Buffer.from(salt, 'base64').equals(this.#keys.salt) || Number(iterations) !== this.#keys.iterations)
      return null;
    const withoutProof = `c=biws,r=${nonce}`;
    const authMessage = `n=,r=${this.#nonce},${serverFirst},${withoutProof}`;
    this.#signature = hmac(serverKey, authMessage).toString('base64');
    return `${withoutProof},p=${xor(clientKey, hmac(storedKey, authMessage)).toString('base64')}`;
  }

  /** Whether the server keeps the verifier that it pretends to keep. */
  isServer(serverFinal: string): boolean {
    return serverFinal === `v=${this.#signature}`;
  }
}

function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function hash(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] as number)));
}
