import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type { ClientBase } from 'pg';
import { scramVerifier } from './scram-verifier.ts';
import { toQueryError } from './to-query-error.ts';

/**
 * Gives a role a new password. Only its SCRAM verifier reaches the server, so no log can show the password.
 * Throws QueryError (42704 no such role, 42501 not allowed) or a RangeError for a password that cannot be used.
 */
export async function setRolePassword(client: ClientBase, role: string, password: string): Promise<void> {
  const sql = `alter role ${quoteIdent(role)} password ${quoteLiteral(scramVerifier(password))}`;
  try {
    await client.query(sql);
  } catch (error) {
    throw toQueryError(error);
  }
}
