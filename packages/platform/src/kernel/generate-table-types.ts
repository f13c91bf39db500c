import { generate, PostgresDialect } from 'kysely-codegen';
import type { Database } from './open-database.ts';

/** The types of the platform's tables, from a database as migrations leave it: `tables.generated.ts`. */
export function generateTableTypes(db: Database): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: 'kysely_*',
    outFile: null,
    typeOnlyImports: true,
    // As `openDatabase` reads them.
    typeMapping: { int8: 'number' },
  });
}
