import { isoTime } from '../../store/write-row.ts';
import type { ClientRow } from './client-rows.ts';

/** A client as its owner sees it, with the secret that was just made. */
export function presentClient(client: ClientRow, secret?: string): Record<string, unknown> {
  return {
    client_id: client.id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    client_type: client.client_type,
    redirect_uris: client.redirect_uris.split(','),
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: client.grant_types.split(','),
    response_types: ['code'],
    ...(client.client_name ? { client_name: client.client_name } : {}),
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: isoTime(client.created_at ?? ''),
    updated_at: isoTime(client.updated_at ?? ''),
  };
}

/** A client as somebody sees it who decides about it. */
export function presentClientToUser(
  client: Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>,
): Record<string, unknown> {
  return {
    id: client.id,
    ...(client.client_name ? { name: client.client_name } : {}),
    ...(client.client_uri ? { uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
  };
}
