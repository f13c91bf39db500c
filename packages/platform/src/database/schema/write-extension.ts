import { EXTENSION_OBJECTS, type ExtensionObject } from '@basalt/postgres/catalog';
import { quoteIdent } from '@basalt/sql';
import { changeExtension, createExtension, drop } from '@basalt/sql/definitions';
import { SUPERUSER_ROLE } from '../../project-cluster/roles.ts';
import { withDatabase } from '../with-database.ts';
import {
  assertNothingElse,
  type ExtensionFacts,
  factsOf,
  isAllowed,
  planCreation,
  planDrop,
  planUpdate,
  type SuperuserPlan,
} from './allowed-extensions.ts';
import type { ObjectId } from './read-schema.ts';
import { runStatements } from './run-statements.ts';
import {
  createObject,
  deleteObject,
  type Preview,
  permitted,
  planned,
  read,
  updateObject,
  type Writing,
} from './write-schema.ts';

type NewExtension = Parameters<typeof createExtension>[0];
type ExtensionChanges = Parameters<typeof changeExtension>[1];

/**
 * Which extensions the owner may make, and where, PostgreSQL decides. Those that it leaves to superusers the platform makes, if
 * they are allowed: see decision 0033.
 */
export const writeExtension = {
  create: async (writing: Writing, extension: NewExtension): Promise<ExtensionObject | Preview> => {
    const facts = await superusersOf(writing, extension);
    if (facts === null)
      return createObject(writing, EXTENSION_OBJECTS, () => ({
        statements: createExtension(extension),
        made: { sql: 'select $1::pg_catalog.text as id', values: [extension.name] },
      }));
    const { settings } = writing.dependencies;
    const ran = await runAsSuperuser(writing, () => planCreation(settings, extension, facts));
    return ran ?? read(writing, EXTENSION_OBJECTS, { id: extension.name });
  },
  update: async (
    writing: Writing,
    id: ObjectId,
    changes: ExtensionChanges,
  ): Promise<ExtensionObject | Preview> => {
    const { version, update, schema } = changes;
    const facts =
      schema === undefined && (update || version !== undefined)
        ? await superusersOf(writing, { name: id.id, version })
        : null;
    if (facts === null)
      return updateObject(writing, EXTENSION_OBJECTS, id, ({ name }) => changeExtension(name, changes));
    const { name, schema: place } = await read(writing, EXTENSION_OBJECTS, id);
    const ran = await runAsSuperuser(writing, () =>
      planUpdate({ name, schema: place ?? '' }, version, facts),
    );
    return ran ?? read(writing, EXTENSION_OBJECTS, id);
  },
  delete: async (writing: Writing, id: ObjectId, cascade: boolean): Promise<ExtensionObject | Preview> => {
    const facts = await superusersOf(writing, { name: id.id });
    if (facts === null)
      return deleteObject(writing, EXTENSION_OBJECTS, id, ({ name }) =>
        drop(`extension ${quoteIdent(name)}`, cascade),
      );
    const extension = await read(writing, EXTENSION_OBJECTS, id);
    const { name, schema } = extension;
    const ran = await runAsSuperuser(writing, () => planDrop({ name, schema: schema ?? '' }, cascade, facts));
    return ran ?? extension;
  },
};

/** What is known of an extension that the platform makes for the owner; null: PostgreSQL decides. */
async function superusersOf(
  writing: Writing,
  extension: { name: string; version?: string | undefined; schema?: string | undefined },
): Promise<ExtensionFacts | null> {
  if (!isAllowed(writing.dependencies.settings, extension.name)) return null;
  const { project } = await permitted(writing);
  const facts = await withDatabase(writing.dependencies, project, SUPERUSER_ROLE, (client) =>
    factsOf(client, extension),
  );
  return facts?.needsSuperuser ? facts : null;
}

/** @returns the statements, where they were only asked for */
async function runAsSuperuser(writing: Writing, plan: () => SuperuserPlan): Promise<Preview | null> {
  const { project } = await permitted(writing);
  const { statements, schemas } = await planned(plan);
  if (writing.preview) return { statements };
  await runStatements(
    writing.dependencies,
    project,
    {
      role: SUPERUSER_ROLE,
      before: (client) => assertNothingElse(client, schemas),
      statements,
      after: async () => {},
      body: writing.body,
    },
    writing.signal,
  );
  return null;
}
