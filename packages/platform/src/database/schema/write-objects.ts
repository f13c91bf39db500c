import { scramVerifier } from '@basalt/postgres';
import {
  FUNCTION_OBJECTS,
  PUBLICATION_OBJECTS,
  ROLE_OBJECTS,
  SCHEMA_OBJECTS,
  TYPE_OBJECTS,
} from '@basalt/postgres/catalog';
import { quoteIdent } from '@basalt/sql';
import {
  changeFunction,
  changePublication,
  changeRole,
  changeSchema,
  changeType,
  createFunction,
  createPublication,
  createRole,
  createSchema,
  createType,
  drop,
  functionSignature,
  nameIn,
} from '@basalt/sql/definitions';
import { PlatformError } from '../../kernel/platform-error.ts';
import { newFunction, publicationNamed, roleNamed, schemaNamed, typeNamed } from './lookups.ts';
import { assertFreeRoleName, assertOwnRole, assertOwnSchema } from './protected-objects.ts';
import type { ObjectId } from './read-schema.ts';
import { createObject, deleteObject, updateObject, type Writing } from './write-schema.ts';

type First<F extends (...args: never[]) => unknown> = Parameters<F>[0];
type Second<F extends (...args: never[]) => unknown> = Parameters<F>[1];

export const writeSchemaObject = {
  create: (writing: Writing, schema: First<typeof createSchema>) =>
    createObject(writing, SCHEMA_OBJECTS, () => {
      assertOwnSchema(schema.name);
      return { statements: createSchema(schema), made: schemaNamed(schema.name) };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeSchema>) =>
    updateObject(writing, SCHEMA_OBJECTS, id, ({ name }) => {
      assertOwnSchema(name);
      if (changes.name !== undefined) assertOwnSchema(changes.name);
      return changeSchema(name, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, SCHEMA_OBJECTS, id, ({ name }) => {
      assertOwnSchema(name);
      return drop(`schema ${quoteIdent(name)}`, cascade);
    }),
};

export const writeFunction = {
  create: (writing: Writing, input: First<typeof createFunction>) =>
    createObject(writing, FUNCTION_OBJECTS, () => {
      assertOwnSchema(input.schema);
      return { statements: createFunction(input), made: newFunction(input.schema, input.name) };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeFunction>) =>
    updateObject(writing, FUNCTION_OBJECTS, id, (stored) => {
      assertOwnSchema(stored.schema);
      if (changes.schema !== undefined) assertOwnSchema(changes.schema);
      return changeFunction(stored, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, FUNCTION_OBJECTS, id, (stored) => {
      assertOwnSchema(stored.schema);
      return drop(functionSignature(stored), cascade);
    }),
};

export const writeType = {
  create: (writing: Writing, type: First<typeof createType>) =>
    createObject(writing, TYPE_OBJECTS, () => {
      assertOwnSchema(type.schema);
      return { statements: createType(type), made: typeNamed(type.schema, type.name) };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeType>) =>
    updateObject(writing, TYPE_OBJECTS, id, (type) => {
      assertOwnSchema(type.schema);
      if (changes.schema !== undefined) assertOwnSchema(changes.schema);
      return changeType(type, changes);
    }),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, TYPE_OBJECTS, id, (type) => {
      assertOwnSchema(type.schema);
      return drop(`type ${nameIn(type.schema, type.name)}`, cascade);
    }),
};

export const writeRole = {
  create: (writing: Writing, role: First<typeof createRole>) =>
    createObject(writing, ROLE_OBJECTS, () => {
      assertFreeRoleName(role.name);
      return { statements: createRole(withVerifier(role)), made: roleNamed(role.name) };
    }),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changeRole>) =>
    updateObject(writing, ROLE_OBJECTS, id, (role) => {
      const { config, ...others } = changes;
      assertOwnRole(
        role.name,
        Object.values(others).every((value) => value === undefined),
      );
      if (changes.name !== undefined) assertFreeRoleName(changes.name);
      return changeRole(role, withVerifier(changes));
    }),
  delete: (writing: Writing, id: ObjectId) =>
    deleteObject(writing, ROLE_OBJECTS, id, ({ name }) => {
      assertOwnRole(name, false);
      return drop(`role ${quoteIdent(name)}`, false);
    }),
};

/** Statements are shown, and may be logged by the server: a password is never in them. */
function withVerifier<Role extends { password?: string | null | undefined }>(role: Role): Role {
  if (role.password == null) return role;
  try {
    return { ...role, password: scramVerifier(role.password) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PlatformError('bad_request', error.message, { field: 'password', cause: error });
  }
}

export const writePublication = {
  create: (writing: Writing, publication: First<typeof createPublication>) =>
    createObject(writing, PUBLICATION_OBJECTS, () => ({
      statements: createPublication(publication),
      made: publicationNamed(publication.name),
    })),
  update: (writing: Writing, id: ObjectId, changes: Second<typeof changePublication>) =>
    updateObject(writing, PUBLICATION_OBJECTS, id, (publication) => changePublication(publication, changes)),
  delete: (writing: Writing, id: ObjectId, cascade: boolean) =>
    deleteObject(writing, PUBLICATION_OBJECTS, id, ({ name }) =>
      drop(`publication ${quoteIdent(name)}`, cascade),
    ),
};
