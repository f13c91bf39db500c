import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { SecretBox } from '../kernel/secret-box.ts';

const KEY_BYTES = 32;

/**
 * Makes the key of a new project's vault.
 * @param sourceId the project that its content comes from: what is encrypted there can then be read here
 */
export async function insertVaultKey(
  db: Database | Transaction,
  secrets: SecretBox,
  projectId: number,
  sourceId: number | null = null,
): Promise<void> {
  const source =
    sourceId === null
      ? undefined
      : await db
          .selectFrom('vault_keys')
          .select('sealed_key')
          .where('project_id', '=', sourceId)
          .executeTakeFirst();
  await db
    .insertInto('vault_keys')
    .values({
      project_id: projectId,
      sealed_key: source?.sealed_key ?? secrets.seal(randomBytes(KEY_BYTES).toString('base64')),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Projects made before there was a vault get a key. */
export async function completeVaultKeys(db: Database, secrets: SecretBox): Promise<void> {
  const projects = await db
    .selectFrom('projects')
    .leftJoin('vault_keys', 'vault_keys.project_id', 'projects.id')
    .select('projects.id')
    .where('vault_keys.project_id', 'is', null)
    .execute();
  for (const { id } of projects) await insertVaultKey(db, secrets, id);
}

/** The key of a project's vault; null for a ref that nobody has. */
export async function vaultKeyOf(db: Database, secrets: SecretBox, ref: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('vault_keys')
    .innerJoin('projects', 'projects.id', 'vault_keys.project_id')
    .select('vault_keys.sealed_key')
    .where('projects.ref', '=', ref)
    .executeTakeFirst();
  return row === undefined ? null : Buffer.from(secrets.open(row.sealed_key), 'base64');
}
