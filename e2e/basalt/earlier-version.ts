import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withPlatformDatabase } from './platform-database.ts';
import type { Basalt } from './start-basalt.ts';

/**
 * Makes the platform's database, which runs, one that an earlier version has left: its tables as they were after a migration, with the
 * rows that it would have had. Whatever serves from it must be killed.
 * @param migrations the folder of the migrations
 * @param last the newest one that the earlier version had, by the number that it begins with
 */
export async function makeEarlier(
  basalt: Pick<Basalt, 'home'>,
  migrations: string,
  last: string,
): Promise<void> {
  const files = (await readdir(migrations)).filter((name) => name.slice(0, 4) <= last).sort();
  await withPlatformDatabase(basalt, async (client) => {
    await client.query('begin');
    const { rows: tables } = await client.query<{ name: string; type: string; rows: unknown[] }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    for (const table of tables) {
      const { rows } = await client.query(
        `select coalesce(json_agg(t), '[]') as rows from public.${table.name} t`,
      );
      table.rows = rows[0].rows;
    }
    await client.query('drop schema public cascade; create schema public');
    for (const file of files) await client.query(await readFile(path.join(migrations, file), 'utf8'));
    await client.query(`
      create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
      insert into kysely_migration_lock values ('migration_lock', 0);
      -- Rows come in any order, and tell nobody.
      set local session_replication_role = replica`);
    for (const file of files)
      await client.query('insert into kysely_migration values ($1, now()::text)', [file.replace('.sql', '')]);
    const { rows: former } = await client.query<{ name: string; columns: string }>(`
      select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns c join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
      where table_schema = 'public' and is_generated = 'NEVER' and table_name not like 'kysely%' group by table_name`);
    for (const { name, columns } of former) {
      const rows = tables.find((table) => table.name === name)?.rows ?? [];
      // What migrations have inserted, those rows hold too.
      await client.query(`delete from public.${name}`);
      if (rows.length > 0)
        await client.query(
          `insert into public.${name} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::public.${name}, $1)`,
          [JSON.stringify(rows)],
        );
    }
    const { rows: sequences } = await client.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`);
    for (const { table, column } of sequences)
      await client.query(
        `select setval(pg_get_serial_sequence('public.${table}', '${column}'),
           (select coalesce(max(${column}), 0) + 1 from public.${table}), false)`,
      );
    await client.query('commit');
  });
}
