import type { Database } from '../kernel/open-database.ts';
import type { StoredAuth } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { AuthSecrets } from './config-of.ts';

/** The auth settings of a project that were set, and their secrets. */
export async function readAuthConfig(
  db: Database,
  secretBox: SecretBox,
  projectId: number,
): Promise<{ stored: StoredAuth; secrets: AuthSecrets }> {
  const { auth, auth_secrets } = await db
    .selectFrom('project_api_settings')
    .select(['auth', 'auth_secrets'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { stored: auth, secrets: auth_secrets === null ? {} : JSON.parse(secretBox.open(auth_secrets)) };
}
