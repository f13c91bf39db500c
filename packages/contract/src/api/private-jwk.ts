import * as z from 'zod';

const number = z
  .string()
  .max(2_048)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

const stated = {
  kid: z.uuid('must be a UUID').optional(),
  use: z.literal('sig').optional(),
  key_ops: z
    .array(z.enum(['sign', 'verify']))
    .length(2)
    .optional(),
  ext: z.literal(true).optional(),
};

/** A private key that someone brings along (RFC 7517). Whether its numbers fit together is for the server to find out. */
export const privateJwk = z.discriminatedUnion('kty', [
  z.strictObject({
    ...stated,
    kty: z.literal('RSA'),
    alg: z.literal('RS256').optional(),
    n: number,
    e: z.literal('AQAB'),
    d: number,
    p: number,
    q: number,
    dp: number,
    dq: number,
    qi: number,
  }),
  z.strictObject({
    ...stated,
    kty: z.literal('EC'),
    alg: z.literal('ES256').optional(),
    crv: z.literal('P-256'),
    x: number,
    y: number,
    d: number,
  }),
  z.strictObject({
    ...stated,
    kty: z.literal('OKP'),
    alg: z.literal('EdDSA').optional(),
    crv: z.literal('Ed25519'),
    x: number,
    d: number,
  }),
  z.strictObject({
    ...stated,
    kty: z.literal('oct'),
    alg: z.literal('HS256').optional(),
    k: number.min(16, 'must be at least 16 characters long'),
  }),
]);
export type PrivateJwk = z.infer<typeof privateJwk>;
