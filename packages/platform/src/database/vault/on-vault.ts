import { QueryError, SQLSTATE } from '@basalt/postgres';
import { enterCatalog, withRowsClient } from '@basalt/postgres/rows';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { sqlDatabase } from '../../project-cluster/project-connections.ts';
import { OWNER_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';

type Work<T> = Parameters<typeof withRowsClient<T>>[1];
export type VaultClient = Parameters<Work<unknown>>[0];

/** Whatever the database does: a little more than a statement may take. */
const PATIENCE_MS = 20_000;
const LIMITS = { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 } as const;

/**
 * Runs something on the vault of a project, as the role that its people work with: whatever they have put in the place of the vault
 * runs with their own rights only. Values travel as parameters.
 * @throws PlatformError `forbidden`, `conflict` for a name that is taken and for a vault that is not what it should be,
 *   `unavailable` when the database cannot be reached
 */
export async function onVault<T>(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  work: Work<T>,
): Promise<T> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'use_vault');
  const { target, release } = await sqlDatabase(dependencies, project, OWNER_ROLE);
  try {
    return await withRowsClient(
      { target, signal: AbortSignal.timeout(PATIENCE_MS), ...LIMITS },
      async (client) => {
        // Operators are PostgreSQL's own, whatever the search path of the role is.
        await enterCatalog(client);
        return work(client);
      },
    );
  } catch (error) {
    throw error instanceof QueryError ? toFailure(error) : error;
  } finally {
    release();
  }
}

/** Another schema of this name, or a table or function that is not ours any more. */
const NOT_THE_VAULT = /^(?:3F000|42P01|42703|42883|42501|42809|42P13|42804)$/;
/** What the functions of the vault say themselves, in sentences. */
const SAID_BY_VAULT = /^(?:55000|XX001|22001|0A000)$/;

function toFailure(error: QueryError): PlatformError {
  const { code, message, hint } = error;
  const cause = { cause: error };
  if (code === '23505')
    return new PlatformError('conflict', 'name: There is already a secret with this name.', {
      field: 'name',
      ...cause,
    });
  if (NOT_THE_VAULT.test(code))
    return new PlatformError(
      'conflict',
      `The vault of this database is not what it should be: ${message}.`,
      cause,
    );
  if (SAID_BY_VAULT.test(code))
    return new PlatformError('conflict', hint === null ? message : `${message} ${hint}`, cause);
  if (code === SQLSTATE.cancelled)
    return new PlatformError('unavailable', 'The vault took too long to answer. Try again.', cause);
  return new PlatformError('unavailable', `The database did not answer: ${message}.`, cause);
}

export function noSecret(): PlatformError {
  return new PlatformError('not_found', 'There is no secret with this id. Load the list again.');
}
