import pg from 'pg';

/** What is needed to make a project's cluster again. */
export interface StoredProject {
  ref: string;
  name: string;
  port: number;
}

/**
 * All projects that a platform's database knows, the oldest first. It may be one of an earlier version that nobody has migrated yet.
 */
export async function listStoredProjects(databaseUrl: string): Promise<StoredProject[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'basalt-platform' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<StoredProject>('select ref, name, port from projects order by id');
    return rows;
  } finally {
    await client.end();
  }
}
