import type { FastifyRequest } from 'fastify';
import { AuthError } from '../../errors/auth-error.ts';
import type { Executor } from '../../store/run-transaction.ts';
import { isUuid } from '../../wire/read-body.ts';
import { type ClientAuthMethod, type ClientRow, findClient } from '../clients/client-rows.ts';
import { fitsSecret } from '../clients/client-secret.ts';

interface Credentials {
  method: ClientAuthMethod;
  id: string;
  secret: string;
}

/**
 * The client that asks for tokens, in the way that it registered for. Throws `invalid_credentials`.
 * @param body the fields of the request
 */
export async function authenticateClient(
  db: Executor,
  request: FastifyRequest,
  body: ReadonlyMap<string, string>,
): Promise<ClientRow> {
  const { method, id, secret } = basicCredentials(request) ?? bodyCredentials(body);
  const client = isUuid(id) ? await findClient(db, id) : null;
  if (client === null) throw invalid();
  const expected = client.token_endpoint_auth_method;
  if (method !== expected)
    throw new AuthError(
      'invalid_credentials',
      `invalid authentication method: client is registered for '${expected}' but '${method}' was used`,
    );
  if (method !== 'none' && !fitsSecret(secret, client.client_secret_hash)) throw invalid();
  return client;
}

function basicCredentials({ headers }: FastifyRequest): Credentials | null {
  const encoded = /^basic\s+(.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [id, ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  try {
    const [user, secret] = [id ?? '', rest.join(':')].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    );
    return { method: 'client_secret_basic', id: user ?? '', secret: secret ?? '' };
  } catch {
    throw invalid();
  }
}

function bodyCredentials(body: ReadonlyMap<string, string>): Credentials {
  const [id, secret] = [body.get('client_id') ?? '', body.get('client_secret') ?? ''];
  return { method: secret === '' ? 'none' : 'client_secret_post', id, secret };
}

function invalid(): AuthError {
  return new AuthError('invalid_credentials', 'Invalid client credentials');
}
