import { isDeepStrictEqual } from 'node:util';
import type { PostgresConfig } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import type { Actor } from '../../kernel/ports.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { isActive } from '../../projects/transitions.ts';
import { assertIdle } from '../resize-rules.ts';
import { assertFits } from './assert-fits.ts';
import { effectiveConfig, overridesOf } from './effective-config.ts';
import { normalizeConfig } from './normalize-config.ts';
import type { ParameterName } from './parameters.ts';

/**
 * Replaces the parameters of PostgreSQL that a project has set; those left out are as its size says. All of them are given to the
 * server when it starts, so that nobody inside the database can undo them: they hold from the next start on. Should PostgreSQL not
 * start with them, the restart goes back to the former ones.
 * @param restart true: now; false: later; left out: now if anything changes, which is what public command lines rely on
 * @returns every parameter as it holds from the next start on
 * @throws PlatformError `bad_request` with a sentence that names the parameter, `conflict`
 */
export async function setPostgresConfig(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  given: { [name in ParameterName]?: PostgresConfig[name] | undefined },
  restart: boolean | undefined,
): Promise<PostgresConfig> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'resize_project');
  const { compute_size: size, postgres_config: former } = project;
  const config = overridesOf(size, normalizeConfig(given));
  assertFits(config, size, project.disk_size_gb);
  const write = (transaction: Transaction) =>
    transaction
      .updateTable('projects')
      .set({ postgres_config: JSON.stringify(config) })
      .where('id', '=', project.id)
      .execute();
  const changed = !isDeepStrictEqual(config, former);
  if ((restart ?? changed) && isActive(project.status)) {
    await beginOperation(dependencies, project.id, 'restart', actor.email, {
      input: { former_config: former },
      prepare: async (transaction) => void (await write(transaction)),
    });
  } else {
    await dependencies.db.transaction().execute(async (transaction) => {
      await assertIdle(transaction, project.id, null);
      await write(transaction);
    });
  }
  return effectiveConfig(size, config);
}
