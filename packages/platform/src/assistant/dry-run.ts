import { dryRunScript } from '@basalt/postgres';
import { isDestructive } from '@basalt/sql';
import { MAX_EXAMINED_LENGTH } from '../database/assert-confirmed.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';

export interface DryRunAnswer {
  statements: { command: string; rows: number | null }[];
  error: string | null;
  destructive: boolean;
}

/**
 * What SQL would do: it runs as the role of the owner and is taken back. For those who may run it.
 * @throws PlatformError `forbidden`, or `unavailable` when no connection is free
 */
export async function dryRun(
  dependencies: Dependencies,
  actor: Actor,
  { ref, query }: { ref: string; query: string },
  signal: AbortSignal | undefined,
): Promise<DryRunAnswer> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const { target, release } = await sqlDatabase(dependencies, project, OWNER_ROLE, signal);
  try {
    const { statements, failure } = await dryRunScript(target, query, signal);
    return {
      statements: statements.map(({ command, rowCount }) => ({ command, rows: rowCount })),
      error: failure === null ? null : `${failure.message.replace(/\.$/, '')}.`,
      destructive: query.length > MAX_EXAMINED_LENGTH || isDestructive(query),
    };
  } finally {
    release();
  }
}
