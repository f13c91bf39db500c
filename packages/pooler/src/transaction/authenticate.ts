import type { Conversation } from '../protocol/conversation.ts';
import { authentication, type Refusal, TYPE, zeroTerminated } from '../protocol/messages.ts';
import { mockVerifier, type ProvenKeys, readVerifier, ScramError, ScramServer } from '../scram/scram.ts';

const MECHANISM = 'SCRAM-SHA-256';

/**
 * Finds out whether a client knows the password of its role.
 * @param stored what the database keeps of the password; null: no such role, or none that may log in with one
 * @param secret of this process
 * @returns the keys with which the pooler logs in itself, or why the client may not
 */
export async function authenticate(
  client: Conversation,
  role: string,
  stored: string | null,
  secret: Buffer,
): Promise<ProvenKeys | Refusal> {
  const verifier = readVerifier(stored);
  const scram = new ScramServer(verifier ?? mockVerifier(secret, role));
  try {
    client.send(authentication(10, zeroTerminated(MECHANISM, '')));
    client.send(authentication(11, Buffer.from(scram.begin(readFirst(await password(client))))));
    const proven = scram.finish((await password(client)).toString());
    if (proven === null || verifier === null) return wrongPassword(role);
    client.send(authentication(12, Buffer.from(proven.serverFinal)));
    return proven.keys;
  } catch (error) {
    if (error instanceof ScramError) return { code: '08P01', message: error.message };
    throw error;
  }
}

async function password(client: Conversation): Promise<Buffer> {
  const { type, body } = await client.message();
  if (type !== TYPE.password) throw new ScramError('A message with the password was expected.');
  return body;
}

/** The name of the mechanism, a length, and as many bytes. */
function readFirst(body: Buffer): string {
  const zero = body.indexOf(0);
  if (zero === -1 || body.toString('utf8', 0, zero) !== MECHANISM || body.length < zero + 5)
    throw new ScramError(`Only ${MECHANISM} is spoken here.`);
  return body.toString('utf8', zero + 5);
}

function wrongPassword(role: string): Refusal {
  return {
    code: '28P01',
    message: `password authentication failed for user "${role}"`,
    hint: 'The password of the database is set on the page Database settings of the project.',
  };
}
