import type { AuthConfig, AuthConfigChanges } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { applyChanges } from './apply-changes.ts';
import { configOf } from './config-of.ts';
import { findProblem } from './rules.ts';
import { readAuthConfig } from './store.ts';

/** Changes auth settings. Nothing changes when anything is wrong. @throws PlatformError `bad_request` with the setting */
export async function changeAuthConfig(
  { db, secrets: secretBox }: Dependencies,
  actor: Actor,
  ref: string,
  changes: AuthConfigChanges,
): Promise<AuthConfig> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  return db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const { stored, secrets } = applyChanges(
      await readAuthConfig(transaction, secretBox, project.id),
      changes,
    );
    const config = configOf(stored, secrets);
    const problem = findProblem(config);
    if (problem !== null)
      throw new PlatformError('bad_request', `${problem.field}: ${problem.text}.`, { field: problem.field });
    await transaction
      .updateTable('project_api_settings')
      .set({
        auth: JSON.stringify(stored),
        auth_secrets: Object.keys(secrets).length === 0 ? null : secretBox.seal(JSON.stringify(secrets)),
      })
      .where('project_id', '=', project.id)
      .execute();
    return config;
  });
}
