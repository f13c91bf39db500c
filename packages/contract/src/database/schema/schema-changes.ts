import { oc } from '@orpc/contract';
import * as z from 'zod';
import * as objects from './database-objects.ts';
import * as objectChanges from './object-changes.ts';
import * as relationChanges from './relation-changes.ts';
import * as relations from './relation-objects.ts';
import { createInput, deleteInput, type IdKind, statementsPreview, updateInput } from './write-input.ts';

const detailed = { inputStructure: 'detailed' } as const;
const pathOf = (list: string) => `/platform/pg-meta/{ref}/${list}` as const;

/** The object as reading it would answer, or what was asked for by `preview=true`. */
function answer<Item extends z.ZodType>(item: Item) {
  return z.union([statementsPreview, item]);
}

function create<Body extends z.ZodType, Item extends z.ZodType>(list: string, body: Body, item: Item) {
  return oc
    .route({ method: 'POST', path: pathOf(list), ...detailed })
    .input(createInput(body))
    .output(answer(item));
}

function update<Kind extends IdKind, Body extends z.ZodType, Item extends z.ZodType>(
  list: string,
  id: Kind,
  body: Body,
  item: Item,
) {
  return oc
    .route({ method: 'PATCH', path: `${pathOf(list)}/{id}`, ...detailed })
    .input(updateInput(id, body))
    .output(answer(item));
}

/** Answers the object as it was. */
function remove<Kind extends IdKind, Item extends z.ZodType>(list: string, id: Kind, item: Item) {
  return oc
    .route({ method: 'DELETE', path: `${pathOf(list)}/{id}`, ...detailed })
    .input(deleteInput(id))
    .output(answer(item));
}

/** Privileges are lists, and answered for every table or column that was named. */
function privileges<Body extends z.ZodType, Item extends z.ZodType>(
  method: 'POST' | 'DELETE',
  list: string,
  body: Body,
  item: Item,
) {
  return oc
    .route({ method, path: pathOf(list), ...detailed })
    .input(createInput(body))
    .output(answer(z.array(item)));
}

/**
 * Making, changing and dropping what is in a project's database, one transaction a call, but for indexes that are built while
 * others write. Names are names; what is SQL by nature
 * (types, expressions, bodies) is SQL and must be one piece of it. `sql_error` has in `details` what the database said, and names
 * the field concerned where it is known.
 */
export const schemaChanges = {
  createSchema: create('schemas', objectChanges.newSchema, objects.schemaObject),
  updateSchema: update('schemas', 'oid', objectChanges.schemaChanges, objects.schemaObject),
  deleteSchema: remove('schemas', 'oid', objects.schemaObject),
  createTable: create('tables', relationChanges.newTable, relations.tableObject),
  updateTable: update('tables', 'oid', relationChanges.tableChanges, relations.tableObject),
  deleteTable: remove('tables', 'oid', relations.tableObject),
  createColumn: create('columns', relationChanges.newColumn, relations.columnObject),
  updateColumn: update('columns', 'column', relationChanges.columnChanges, relations.columnObject),
  deleteColumn: remove('columns', 'column', relations.columnObject),
  createConstraint: create('constraints', relationChanges.newConstraint, relations.constraintObject),
  updateConstraint: update(
    'constraints',
    'oid',
    relationChanges.constraintChanges,
    relations.constraintObject,
  ),
  deleteConstraint: remove('constraints', 'oid', relations.constraintObject),
  createIndex: create('indexes', relationChanges.newIndex, relations.indexObject),
  updateIndex: update('indexes', 'oid', relationChanges.indexChanges, relations.indexObject),
  deleteIndex: remove('indexes', 'oid', relations.indexObject),
  createPolicy: create('policies', relationChanges.newPolicy, relations.policyObject),
  updatePolicy: update('policies', 'oid', relationChanges.policyChanges, relations.policyObject),
  deletePolicy: remove('policies', 'oid', relations.policyObject),
  createTrigger: create('triggers', relationChanges.newTrigger, objects.triggerObject),
  updateTrigger: update('triggers', 'oid', relationChanges.triggerChanges, objects.triggerObject),
  deleteTrigger: remove('triggers', 'oid', objects.triggerObject),
  createProjectEventTrigger: create(
    'project-event-triggers',
    objectChanges.newEventTrigger,
    objects.projectEventTriggerObject,
  ),
  updateProjectEventTrigger: update(
    'project-event-triggers',
    'oid',
    objectChanges.eventTriggerChanges,
    objects.projectEventTriggerObject,
  ),
  deleteProjectEventTrigger: remove('project-event-triggers', 'oid', objects.projectEventTriggerObject),
  createFunction: create('functions', objectChanges.newFunction, objects.functionObject),
  updateFunction: update('functions', 'oid', objectChanges.functionChanges, objects.functionObject),
  deleteFunction: remove('functions', 'oid', objects.functionObject),
  createType: create('types', objectChanges.newType, objects.typeObject),
  updateType: update('types', 'oid', objectChanges.typeChanges, objects.typeObject),
  deleteType: remove('types', 'oid', objects.typeObject),
  createExtension: create('extensions', objectChanges.newExtension, objects.extensionObject),
  /** Its id is its name. */
  updateExtension: update('extensions', 'name', objectChanges.extensionChanges, objects.extensionObject),
  deleteExtension: remove('extensions', 'name', objects.extensionObject),
  createRole: create('roles', objectChanges.newRole, objects.roleObject),
  updateRole: update('roles', 'oid', objectChanges.roleChanges, objects.roleObject),
  deleteRole: remove('roles', 'oid', objects.roleObject),
  createPublication: create('publications', objectChanges.newPublication, objects.publicationObject),
  updatePublication: update(
    'publications',
    'oid',
    objectChanges.publicationChanges,
    objects.publicationObject,
  ),
  deletePublication: remove('publications', 'oid', objects.publicationObject),
  grantTablePrivileges: privileges(
    'POST',
    'table-privileges',
    objectChanges.tableGrants,
    relations.tablePrivilegesObject,
  ),
  revokeTablePrivileges: privileges(
    'DELETE',
    'table-privileges',
    objectChanges.tableRevokes,
    relations.tablePrivilegesObject,
  ),
  grantColumnPrivileges: privileges(
    'POST',
    'column-privileges',
    objectChanges.columnGrants,
    relations.columnPrivilegesObject,
  ),
  revokeColumnPrivileges: privileges(
    'DELETE',
    'column-privileges',
    objectChanges.columnRevokes,
    relations.columnPrivilegesObject,
  ),
  refreshMaterializedView: oc
    .route({ method: 'POST', path: `${pathOf('materialized-views')}/{id}/refresh`, ...detailed })
    .input(updateInput('oid', relationChanges.refreshOptions))
    .output(answer(relations.materializedViewObject)),
};
