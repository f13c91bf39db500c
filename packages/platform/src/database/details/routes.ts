import {
  DEFINITION_KINDS,
  EXTENSION_USE,
  INDEX_USE,
  readMigration,
  readMigrations,
} from '@basalt/postgres/catalog';
import { TABLE_SCRIPTS, TYPE_SCRIPTS } from '@basalt/postgres/rows';
import { PlatformError } from '../../kernel/platform-error.ts';
import { routes } from '../../kernel/router-base.ts';
import { readDatabase } from '../read-database.ts';
import { getObject, listObjects } from '../schema/read-schema.ts';

const { objectDetails, migrations } = routes;

export const objectDetailRoutes = {
  objectDetails: {
    definition: objectDetails.definition.handler(({ context, input: { ref, kind, id } }) =>
      getObject(context, context.actor, DEFINITION_KINDS[kind], { ref, id }),
    ),
    scripts: objectDetails.scripts.handler(({ context, input: { kind, ...input } }) =>
      listObjects(context, context.actor, kind === 'types' ? TYPE_SCRIPTS : TABLE_SCRIPTS, input),
    ),
    indexUse: objectDetails.indexUse.handler(({ context, input }) =>
      listObjects(context, context.actor, INDEX_USE, input),
    ),
    extensionUse: objectDetails.extensionUse.handler(({ context, input }) =>
      getObject(context, context.actor, EXTENSION_USE, input),
    ),
  },
  migrations: {
    list: migrations.list.handler(({ context, input: { ref, ...page } }) =>
      readDatabase(context, context.actor, ref, (client) => readMigrations(client, page)),
    ),
    get: migrations.get.handler(async ({ context, input: { ref, version } }) => {
      const found = await readDatabase(context, context.actor, ref, (client) =>
        readMigration(client, version),
      );
      if (found === null)
        throw new PlatformError('not_found', `The database has no migration of the version ${version}.`);
      const { statements, ...summary } = found;
      if (statements === null)
        throw new PlatformError(
          'payload_too_large',
          'The statements of this migration are more than can be shown here. Read them with SQL from supabase_migrations.schema_migrations.',
        );
      return { ...summary, statements };
    }),
  },
};
