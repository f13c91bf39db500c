import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an attacker, or a broken authenticator, says in place of the truth. */
export interface Tricks {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  userHandle?: string | undefined;
  /** Of the authenticator data: 1 a person was there, 4 was verified, 8 may be backed up. */
  flags?: number;
  signWith?: KeyObject;
  attestationObject?: string;
}

interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

const PRESENT_AND_VERIFIED = 0x05;
const NEW_CREDENTIAL = 0x40;
const url64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** An authenticator with one credential of P-256, and the browser around it. */
export function authenticatorForTest(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE (RFC 9053): key type EC2, ES256, curve P-256.
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const id = randomBytes(32);
  let counter = 0;
  let owner: string | undefined;

  function clientData(type: string, { challenge }: Options, tricks: Tricks): Buffer {
    const said = { type, challenge: tricks.challenge ?? challenge, origin: tricks.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
  }

  function data(rpId: string, flags: number, tricks: Tricks): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(tricks.counter ?? counter);
    return Buffer.concat([sha256(tricks.rpId ?? rpId), Buffer.from([tricks.flags ?? flags]), count]);
  }

  return {
    id,
    privateKey,
    /** What `navigator.credentials.create` gives, as JSON. */
    create(options: Options, tricks: Tricks = {}) {
      owner = options.user?.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        data(options.rp?.id ?? '', PRESENT_AND_VERIFIED | NEW_CREDENTIAL, tricks),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(coseKey),
      ]);
      const attestation = new Map<string, string | Map<string, never> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id: url64(id),
        rawId: url64(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: url64(clientData('webauthn.create', options, tricks)),
          attestationObject: tricks.attestationObject ?? url64(isoCBOR.encode(attestation)),
          transports: ['internal', 'telepathy'] as 'internal'[],
        },
        clientExtensionResults: {},
      };
    },
    /** What `navigator.credentials.get` gives, as JSON. */
    get(options: Options, tricks: Tricks = {}) {
      counter += 1;
      const handle = 'userHandle' in tricks ? tricks.userHandle : owner;
      const client = clientData('webauthn.get', options, tricks);
      const authenticatorData = data(options.rpId ?? '', PRESENT_AND_VERIFIED, tricks);
      const signed = Buffer.concat([authenticatorData, sha256(client)]);
      return {
        id: url64(id),
        rawId: url64(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: url64(client),
          authenticatorData: url64(authenticatorData),
          signature: url64(sign('sha256', signed, tricks.signWith ?? privateKey)),
          ...(handle === undefined ? {} : { userHandle: handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}
