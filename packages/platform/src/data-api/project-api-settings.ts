import type { ProjectApiSettings } from '@basalt/contract';
import { LEGACY_ROLES, legacyKey } from '../jwt-secret/keys.ts';
import { areLegacyKeysEnabled, readJwtSecret } from '../jwt-secret/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { readDataApiSettings } from './settings.ts';

/** What the dashboard shows of a project's API: its address and, for those who may read them, its keys and JWT secret. */
export async function projectApiSettings(
  { db, secrets, settings }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<ProjectApiSettings> {
  const { project, role } = await getProject(db, actor, ref);
  const { secret, issuedAt } = await readJwtSecret(db, secrets, project.id);
  const permitted = may('read_api_keys', role);
  const [protocol = 'http', endpoint = ''] = settings.projectUrl(ref).split('://');
  return {
    ref,
    name: project.name,
    app_config: {
      endpoint,
      protocol,
      db_schema: (await readDataApiSettings(db, project.id)).db_schema,
    },
    jwt_secret: permitted ? secret : null,
    legacy_keys_enabled: await areLegacyKeysEnabled(db, project.id),
    service_api_keys: await Promise.all(
      LEGACY_ROLES.map(async (name) => ({
        name: `${name} key`,
        tags: name,
        api_key: permitted ? await legacyKey(secret, ref, name, issuedAt) : null,
      })),
    ),
  };
}
