import pg from 'pg';
import type { Log } from './log.ts';
import type { Database } from './open-database.ts';
import { canOpen, type SecretBox } from './secret-box.ts';

/** Thrown when the key is not the one that sealed what the platform's database holds. */
export class OtherSecretKeyError extends Error {
  override readonly name = 'OtherSecretKeyError';
}

const PROBE = 'the key that seals this database';

/**
 * Makes sure that the key is the one that this database was sealed with, and notes it down in a database that has no note
 * yet. One of an older Basalt may be without although it holds secrets: then the key must open one of those.
 * @throws OtherSecretKeyError
 */
export async function checkSecretKey(db: Database, secrets: SecretBox, log: Log): Promise<void> {
  const probe = await readProbe(db);
  if (probe === undefined) {
    await assertOpensPasswords(db, secrets, log);
    await db
      .insertInto('secret_key_probe')
      .values({ sealed: secrets.seal(PROBE) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  // Read again after writing: two installations may have been pointed at one database.
  const noted = probe ?? (await readProbe(db));
  if (noted === undefined || !canOpen(secrets, noted))
    throw new OtherSecretKeyError('The secret key is not the one that sealed the secrets of this database.');
}

/** Every project has a password, so whoever has sealed anything has sealed one of these. */
async function assertOpensPasswords(db: Database, secrets: SecretBox, log: Log): Promise<void> {
  const projects = await db.selectFrom('projects').select(['ref', 'database_password']).execute();
  const lost = projects.filter(({ database_password }) => !canOpen(secrets, database_password));
  if (lost.length === 0) return;
  if (lost.length === projects.length)
    throw new OtherSecretKeyError('The secret key opens none of the saved database passwords.');
  // Its key was replaced once, and what came after is good.
  for (const { ref } of lost) log('warn', { ref }, 'the saved password was sealed with another key');
}

async function readProbe(db: Database): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secret_key_probe').select('sealed').executeTakeFirst();
  return row?.sealed;
}

/**
 * Whether a platform's database may hold anything that was sealed, so that its key must not be made anew. Everything that is
 * sealed belongs to a project; a database in use has the probe as well.
 * @param databaseUrl of a database that may be empty, or one of an older Basalt
 */
export async function holdsSecrets(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'basalt-platform' });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const table of ['secret_key_probe', 'projects']) {
      const { rows } = await client.query('select to_regclass($1) is not null as is_there', [table]);
      if (!rows[0]?.is_there) continue;
      const { rowCount } = await client.query(`select from ${table} limit 1`);
      if (rowCount !== 0) return true;
    }
    return false;
  } finally {
    await client.end();
  }
}
