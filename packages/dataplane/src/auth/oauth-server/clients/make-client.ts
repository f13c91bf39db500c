import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../../auth-context.ts';
import { audit } from '../../store/audit-log.ts';
import type { Fields } from '../../wire/read-body.ts';
import { type ClientRow, insertClient } from './client-rows.ts';
import { newClientSecret } from './client-secret.ts';
import { presentClient } from './present-client.ts';
import { readNewClient } from './read-client.ts';

/** Makes the client that a request describes, and answers with it and its secret, if it has one. Throws `validation_failed`. */
export async function makeClient(
  context: AuthContext,
  body: Fields,
  registration: ClientRow['registration_type'],
): Promise<Record<string, unknown>> {
  const details = readNewClient(body);
  const made = details.client_type === 'confidential' ? newClientSecret() : null;
  return context.db.transaction(async (tx) => {
    const client = await insertClient(tx, context.now, {
      ...details,
      id: randomUUID(),
      client_secret_hash: made?.hash ?? null,
      registration_type: registration,
    });
    await audit(context, tx, 'oauth_client_created', null, { client_id: client.id, registration });
    return presentClient(client, made?.secret);
  });
}
