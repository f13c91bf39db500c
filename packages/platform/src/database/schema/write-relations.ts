import {
  COLUMN_OBJECTS,
  CONSTRAINT_OBJECTS,
  INDEX_OBJECTS,
  materializedViewObjects,
  POLICY_OBJECTS,
  readLoneConstraints,
  TRIGGER_OBJECTS,
  tableObjects,
} from '@basalt/postgres/catalog';
import {
  changeColumn,
  changeConstraint,
  changeIndex,
  changePolicy,
  changeTable,
  changeTrigger,
  createColumn,
  createConstraint,
  createIndex,
  createPolicy,
  createTable,
  createTrigger,
  DefinitionError,
  drop,
  dropColumn,
  dropConstraint,
  nameIn,
  onTable,
  rebuildIndex,
  refreshView,
} from '@basalt/sql/definitions';
import { readDatabase } from '../read-database.ts';
import {
  columnNamed,
  newConstraintOf,
  newIndexOf,
  policyNamed,
  relationNamed,
  triggerNamed,
} from './lookups.ts';
import { assertNotSystemSchema, assertOwnSchema } from './protected-objects.ts';
import type { ObjectId } from './read-schema.ts';
import { createObject, deleteObject, read, updateObject, type Writing } from './write-schema.ts';

const TABLES = tableObjects(true);
const PLAIN_TABLES = tableObjects(false);

type First<F extends (...args: never[]) => unknown> = Parameters<F>[0];
type Second<F extends (...args: never[]) => unknown> = Parameters<F>[1];

export const writeTable = {
  create: (writing: Writing, table: First<typeof createTable>) =>
    createObject(writing, TABLES, () => {
      assertOwnSchema(table.schema);
      return { statements: createTable(table), made: relationNamed(table.schema, table.name) };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeTable>) =>
    updateObject(writing, TABLES, id, async (table) => {
      assertOwnSchema(table.schema);
      if (changes.schema !== undefined) assertOwnSchema(changes.schema);
      const primaryKey = changes.primary_keys === undefined ? null : await primaryKeyOf(writing, table.id);
      return changeTable({ ...table, primaryKey }, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, TABLES, id, (table) => {
      assertOwnSchema(table.schema);
      return drop(`table ${nameIn(table.schema, table.name)}`, cascade);
    }),
};

async function primaryKeyOf(writing: Writing, table: number): Promise<string | null> {
  const constraints = await loneConstraints(writing, table);
  return constraints.find(({ type }) => type === 'p')?.name ?? null;
}

function loneConstraints({ dependencies, actor, ref }: Writing, table: number) {
  return readDatabase(dependencies, actor, ref, (client) => readLoneConstraints(client, table));
}

export const writeColumn = {
  create: (writing: Writing, column: Second<typeof createColumn> & { table_id: number }) =>
    createObject(writing, COLUMN_OBJECTS, async () => {
      const table = await ownTable(writing, column.table_id);
      return { statements: createColumn(table, column), made: columnNamed(table.id, column.name) };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeColumn>) =>
    updateObject(writing, COLUMN_OBJECTS, id, async (column) => {
      assertOwnSchema(column.schema);
      const alone = (await loneConstraints(writing, column.table_id)).filter(
        ({ column: number }) => number === column.ordinal_position,
      );
      const named = (wanted: string) => alone.filter(({ type }) => type === wanted).map(({ name }) => name);
      return changeColumn(
        { ...column, uniqueConstraints: named('u'), checkConstraints: named('c') },
        changes,
      );
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, COLUMN_OBJECTS, id, (column) => {
      assertOwnSchema(column.schema);
      return dropColumn(column, cascade);
    }),
};

/** @throws PlatformError `not_found`, or `forbidden` when it is not the project's own */
async function ownTable(writing: Writing, id: number) {
  const table = await read(writing, PLAIN_TABLES, { id: String(id) });
  assertOwnSchema(table.schema);
  return table;
}

const CONSTRAINT_TYPES = { 'PRIMARY KEY': 'p', UNIQUE: 'u', CHECK: 'c', 'FOREIGN KEY': 'f' } as const;

export const writeConstraint = {
  create: (writing: Writing, constraint: Second<typeof createConstraint> & { table_id: number }) =>
    createObject(writing, CONSTRAINT_OBJECTS, async () => {
      const table = await ownTable(writing, constraint.table_id);
      const made = newConstraintOf(table.id, CONSTRAINT_TYPES[constraint.type]);
      return { statements: createConstraint(table, constraint), made };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeConstraint>) =>
    updateObject(writing, CONSTRAINT_OBJECTS, id, (constraint) => {
      assertOwnSchema(constraint.schema);
      return changeConstraint(constraint, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, CONSTRAINT_OBJECTS, id, (constraint) => {
      assertOwnSchema(constraint.schema);
      return dropConstraint(constraint, cascade);
    }),
};

export const writeIndex = {
  create: (writing: Writing, index: Second<typeof createIndex> & { table_id: number }) =>
    createObject(writing, INDEX_OBJECTS, async () => {
      const table = await ownTable(writing, index.table_id);
      const statements = createIndex(table, index);
      // Outside of a transaction it is found by its name, which it must have.
      return index.concurrently === true && index.name !== undefined
        ? { statements, made: relationNamed(table.schema, index.name), isOutside: true }
        : { statements, made: newIndexOf(table.id) };
    }),
  update: (
    writing: Writing,
    id: ObjectId,
    { rebuild = false, ...changes }: Second<typeof changeIndex> & { rebuild?: boolean },
  ) =>
    rebuild
      ? rebuildOf(writing, id, changes)
      : updateObject(writing, INDEX_OBJECTS, id, (index) => {
          assertOwnSchema(index.schema);
          return changeIndex(index, changes);
        }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, INDEX_OBJECTS, id, (index) => {
      assertOwnSchema(index.schema);
      return drop(`index ${nameIn(index.schema, index.name)}`, cascade);
    }),
};

/** Puts another index in the place of one, with its name and another id. */
function rebuildOf(writing: Writing, id: ObjectId, changes: Second<typeof changeIndex>) {
  return createObject(writing, INDEX_OBJECTS, async () => {
    if (changes.name !== undefined || changes.comment !== undefined)
      throw new DefinitionError('rebuild', 'An index is either changed or built again.');
    const index = await read(writing, INDEX_OBJECTS, id);
    assertOwnSchema(index.schema);
    return {
      statements: rebuildIndex(index),
      made: relationNamed(index.schema, index.name),
      isOutside: true,
    };
  });
}

export const writePolicy = {
  create: (writing: Writing, policy: First<typeof createPolicy>) =>
    createObject(writing, POLICY_OBJECTS, () => {
      assertNotSystemSchema(policy.schema);
      const made = policyNamed(policy.schema, policy.table, policy.name);
      return { statements: createPolicy(policy), made };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changePolicy>) =>
    updateObject(writing, POLICY_OBJECTS, id, (policy) => {
      assertNotSystemSchema(policy.schema);
      return changePolicy(policy, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, POLICY_OBJECTS, id, (policy) => {
      assertNotSystemSchema(policy.schema);
      return drop(onTable('policy', policy), cascade);
    }),
};

export const writeTrigger = {
  create: (writing: Writing, trigger: First<typeof createTrigger>) =>
    createObject(writing, TRIGGER_OBJECTS, () => {
      assertNotSystemSchema(trigger.schema);
      const made = triggerNamed(trigger.schema, trigger.table, trigger.name);
      return { statements: createTrigger(trigger), made };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeTrigger>) =>
    updateObject(writing, TRIGGER_OBJECTS, id, (trigger) => {
      assertNotSystemSchema(trigger.schema);
      return changeTrigger(trigger, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, TRIGGER_OBJECTS, id, (trigger) => {
      assertNotSystemSchema(trigger.schema);
      return drop(onTable('trigger', trigger), cascade);
    }),
};

export function refreshMaterializedView(writing: Writing, id: ObjectId, concurrently: boolean) {
  return updateObject(writing, materializedViewObjects(true), id, (view) => {
    assertOwnSchema(view.schema);
    return refreshView(view, concurrently);
  });
}
