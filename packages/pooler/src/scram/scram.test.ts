import { scramVerifier } from '@basalt/postgres';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mockVerifier,
  type ProvenKeys,
  readVerifier,
  ScramClient,
  ScramServer,
  type Verifier,
} from './scram.ts';

/** Both ends speak with each other. @returns what the server found proven, and whether the client believes the server */
function speak(server: ScramServer, client: ScramClient) {
  const proof = client.final(server.begin(client.first()));
  const proven = proof === null ? null : server.finish(proof);
  return { proven, believed: proven !== null && client.isServer(proven.serverFinal) };
}

/** RFC 7677, section 3: user `user`, password `pencil`. */
const RFC = {
  clientFirst: 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO',
  serverNonce: '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0',
  serverFirst: 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
  clientFinal:
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  serverFinal: 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
};

function verifierOf(password: string, salt?: Buffer): Verifier {
  return readVerifier(scramVerifier(password, salt)) as Verifier;
}

describe('SCRAM-SHA-256', () => {
  it('says what the standard’s example says', () => {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    const server = new ScramServer(verifierOf('pencil', salt), RFC.serverNonce);
    expect(server.begin(RFC.clientFirst)).toBe(RFC.serverFirst);
    expect(server.finish(RFC.clientFinal)?.serverFinal).toBe(RFC.serverFinal);
  });

  it('hands on what was proven: with it the next server is convinced, and no other', () => {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    const server = new ScramServer(verifierOf('pencil', salt), RFC.serverNonce);
    server.begin(RFC.clientFirst);
    const keys = server.finish(RFC.clientFinal)?.keys as ProvenKeys;
    expect(speak(new ScramServer(verifierOf('pencil', salt)), new ScramClient(keys))).toMatchObject({
      proven: { keys },
      believed: true,
    });
    // Another salt, another password: the client says so, or does not convince.
    expect(speak(new ScramServer(verifierOf('pencil')), new ScramClient(keys)).proven).toBeNull();
    expect(speak(new ScramServer(verifierOf('pen', salt)), new ScramClient(keys)).proven).toBeNull();
  });

  it('does not tell roles that exist from others', () => {
    const secret = Buffer.alloc(32, 1);
    const [one, again, other] = ['visitor', 'visitor', 'nobody'].map((name) => mockVerifier(secret, name));
    expect(one?.salt).toEqual(again?.salt);
    expect(one?.salt).not.toEqual(other?.salt);
    expect(one?.salt).toHaveLength(verifierOf('x').salt.length);
  });

  it.each(['', 'md5abc', 'SCRAM-SHA-256$4096:abc', 'SCRAM-SHA-256$4096:YQ==$YQ==:YQ==', null])(
    'finds no verifier in %s',
    (text) => expect(readVerifier(text)).toBeNull(),
  );

  it('refuses what is not SCRAM, and never takes it for a proof', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, final) => {
        const server = new ScramServer(verifierOf('pencil'));
        expect(() => server.begin(first)).toThrow('malformed');
        server.begin(RFC.clientFirst);
        expect(() => server.finish(final)).toThrow('SCRAM');
      }),
      { numRuns: 30 },
    );
  });

  it('refuses a proof that binds a channel, or answers another conversation', () => {
    const server = new ScramServer(verifierOf('pencil'));
    expect(() => server.begin('p=tls-server-end-point,,n=,r=abc')).toThrow('channel binding');
    server.begin('y,,n=,r=abc');
    expect(() => server.finish(RFC.clientFinal)).toThrow('does not fit');
  });
});
