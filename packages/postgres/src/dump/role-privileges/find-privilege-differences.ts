import type pg from 'pg';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { withTransferClient } from '../connection/transfer-client.ts';
import { type PrivilegeDifference, privilegeDifferences } from './privilege-differences.ts';
import { privilegeFacts } from './privilege-facts.ts';

/**
 * Rights that nobody can have got in a project's database by the ways that the template and the project's owner have. Empty:
 * all is well. Roles that the owner made are accepted, with whatever he may give them. The connection is a superuser's.
 * @throws {QueryError} like `connect`, or what the server said
 */
export async function findPrivilegeDifferences(
  target: ConnectionTarget,
  major: number,
): Promise<PrivilegeDifference[]> {
  return withTransferClient(target, new AbortController().signal, (client) =>
    readPrivilegeDifferences(client, major),
  );
}

/** The same over a connection that is open. */
export async function readPrivilegeDifferences(
  client: pg.Client,
  major: number,
): Promise<PrivilegeDifference[]> {
  return privilegeDifferences(await privilegeFacts(client), major);
}
