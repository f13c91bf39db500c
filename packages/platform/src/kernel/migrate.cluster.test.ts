import { useTestCluster } from '@basalt/clusters/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeSchema } from './describe-schema.ts';
import { generateTableTypes } from './generate-table-types.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });

async function withPlatformDatabase(
  work: (db: ReturnType<typeof openDatabase>['db']) => Promise<void>,
): Promise<void> {
  const { host, port, user, database } = await cluster.createDatabase();
  const { db } = openDatabase(
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    () => {},
  );
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

describe('migrate', () => {
  it('leaves the schema that is committed beside it', () =>
    withPlatformDatabase(async (db) => {
      await migrate(db);
      await expect(await describeSchema(db)).toMatchFileSnapshot('./schema.txt');
    }));

  it('leaves the tables that the committed types describe', () =>
    withPlatformDatabase(async (db) => {
      await migrate(db);
      await expect(await generateTableTypes(db)).toMatchFileSnapshot('./tables.generated.ts');
    }));

  it('can run again, and by two processes at once', () =>
    withPlatformDatabase(async (db) => {
      await Promise.all([migrate(db), migrate(db)]);
      await migrate(db);
    }));

  it('refuses a database of a newer version', () =>
    withPlatformDatabase(async (db) => {
      await migrate(db);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2099-01-01')`.execute(
        db,
      );
      await expect(migrate(db)).rejects.toThrow('This data folder was used by a newer Basalt.');
    }));
});
