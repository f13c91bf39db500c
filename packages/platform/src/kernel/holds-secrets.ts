import pg from 'pg';

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
