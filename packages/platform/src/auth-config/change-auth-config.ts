import {
  AUTH_SECRETS,
  type AuthConfig,
  type AuthConfigChanges,
  type AuthSecret,
  SECRET_MASK,
} from '@basalt/contract';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { StoredAuth } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { type AuthSecrets, configOf, readAuthConfig } from './auth-settings.ts';
import { findProblem } from './rules.ts';

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
    const former = await readAuthConfig(transaction, secretBox, project.id);
    const { stored, secrets } = applyChanges(former, changes);
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
    await recordChange(transaction, difference(configOf(former.stored, former.secrets), config));
    return config;
  });
}

export interface StoredAuthConfig {
  stored: StoredAuth;
  secrets: AuthSecrets;
}

/** What is kept after a change: null takes a setting back to its default, the mask leaves a secret as it is. */
export function applyChanges(before: StoredAuthConfig, changes: AuthConfigChanges): StoredAuthConfig {
  const stored: StoredAuth = { ...before.stored };
  const secrets: AuthSecrets = { ...before.secrets };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (isSecret(name)) {
      if (value === SECRET_MASK) continue;
      if (value === null || value === '') delete secrets[name];
      else secrets[name] = String(value);
    } else if (value === null) delete stored[name];
    else stored[name] = value;
  }
  return { stored, secrets };
}

function isSecret(name: string): name is AuthSecret {
  return (AUTH_SECRETS as readonly string[]).includes(name);
}
