import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../../shared/names.ts';
import {
  eventTriggerObject,
  extensionObject,
  functionObject,
  projectEventTriggerObject,
  publicationObject,
  roleObject,
  schemaObject,
  serverVersion,
  settingObject,
  triggerObject,
  typeObject,
} from './database-objects.ts';
import {
  columnInput,
  namedInput,
  objectInput,
  objectListInput,
  pageInput,
  relationListInput,
  roleListInput,
} from './object-input.ts';
import {
  columnObject,
  columnPrivilegesObject,
  constraintObject,
  foreignTableObject,
  indexObject,
  materializedViewObject,
  policyObject,
  tableObject,
  tablePrivilegesObject,
  viewObject,
} from './relation-objects.ts';

function list<Input extends z.ZodType, Item extends z.ZodType>(name: string, input: Input, item: Item) {
  return oc
    .route({ method: 'GET', path: `/platform/pg-meta/{ref}/${name}` })
    .input(input)
    .output(z.array(item));
}

function get<Input extends z.ZodType, Item extends z.ZodType>(name: string, input: Input, item: Item) {
  return oc
    .route({ method: 'GET', path: `/platform/pg-meta/{ref}/${name}/{id}` })
    .input(input)
    .output(item);
}

/**
 * What is in a project's database, in the shapes that clients of the schema API know. Lists are sorted by schema and name.
 * Whatever cannot be read now, such as the default of a table that is being rewritten, is null.
 */
export const schemaApi = {
  listSchemas: list('schemas', objectListInput, schemaObject),
  getSchema: get('schemas', objectInput, schemaObject),
  listTables: list('tables', relationListInput, tableObject),
  getTable: get('tables', objectInput, tableObject),
  listViews: list('views', relationListInput, viewObject),
  getView: get('views', objectInput, viewObject),
  listMaterializedViews: list('materialized-views', relationListInput, materializedViewObject),
  getMaterializedView: get('materialized-views', objectInput, materializedViewObject),
  listForeignTables: list('foreign-tables', relationListInput, foreignTableObject),
  getForeignTable: get('foreign-tables', objectInput, foreignTableObject),
  listColumns: list('columns', objectListInput, columnObject),
  getColumn: get('columns', columnInput, columnObject),
  listConstraints: list('constraints', objectListInput, constraintObject),
  getConstraint: get('constraints', objectInput, constraintObject),
  listIndexes: list('indexes', objectListInput, indexObject),
  getIndex: get('indexes', objectInput, indexObject),
  listFunctions: list('functions', objectListInput, functionObject),
  getFunction: get('functions', objectInput, functionObject),
  listTriggers: list('triggers', objectListInput, triggerObject),
  getTrigger: get('triggers', objectInput, triggerObject),
  listEventTriggers: list('event-triggers', pageInput, eventTriggerObject),
  getEventTrigger: get('event-triggers', objectInput, eventTriggerObject),
  /** Those of `event-triggers` are superusers'. */
  listProjectEventTriggers: list('project-event-triggers', pageInput, projectEventTriggerObject),
  getProjectEventTrigger: get('project-event-triggers', objectInput, projectEventTriggerObject),
  listPolicies: list('policies', objectListInput, policyObject),
  getPolicy: get('policies', objectInput, policyObject),
  listTypes: list('types', objectListInput, typeObject),
  getType: get('types', objectInput, typeObject),
  listExtensions: list('extensions', pageInput, extensionObject),
  /** Its id is its name. */
  getExtension: get('extensions', namedInput, extensionObject),
  listRoles: list('roles', roleListInput, roleObject),
  getRole: get('roles', objectInput, roleObject),
  listPublications: list('publications', pageInput, publicationObject),
  getPublication: get('publications', objectInput, publicationObject),
  listTablePrivileges: list('table-privileges', objectListInput, tablePrivilegesObject),
  /** Its id is that of the table. */
  getTablePrivileges: get('table-privileges', objectInput, tablePrivilegesObject),
  listColumnPrivileges: list('column-privileges', objectListInput, columnPrivilegesObject),
  /** Its id is that of the column. */
  getColumnPrivileges: get('column-privileges', columnInput, columnPrivilegesObject),
  listConfig: list('config', pageInput, settingObject),
  getVersion: oc
    .route({ method: 'GET', path: '/platform/pg-meta/{ref}/config/version' })
    .input(z.object({ ref: projectRef }))
    .output(serverVersion),
};
