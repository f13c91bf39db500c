import {
  COLUMN_OBJECTS,
  COLUMN_PRIVILEGES,
  CONSTRAINT_OBJECTS,
  EVENT_TRIGGER_OBJECTS,
  EXTENSION_OBJECTS,
  FUNCTION_OBJECTS,
  foreignTableObjects,
  INDEX_OBJECTS,
  materializedViewObjects,
  POLICY_OBJECTS,
  PUBLICATION_OBJECTS,
  ROLE_OBJECTS,
  readServerVersion,
  SCHEMA_OBJECTS,
  SETTING_OBJECTS,
  TABLE_PRIVILEGES,
  TRIGGER_OBJECTS,
  TYPE_OBJECTS,
  tableObjects,
  viewObjects,
} from '@basalt/postgres/catalog';
import { routes } from '../../kernel/router-base.ts';
import { readDatabase } from '../read-database.ts';
import { columnIdOf, getObject, listObjects } from './read-schema.ts';

const { schemaApi } = routes;

export const schemaApiRoutes = {
  listSchemas: schemaApi.listSchemas.handler(({ context, input }) =>
    listObjects(context, context.actor, SCHEMA_OBJECTS, input),
  ),
  getSchema: schemaApi.getSchema.handler(({ context, input }) =>
    getObject(context, context.actor, SCHEMA_OBJECTS, input),
  ),
  listTables: schemaApi.listTables.handler(({ context, input }) =>
    listObjects(context, context.actor, tableObjects(input.include_columns), input),
  ),
  getTable: schemaApi.getTable.handler(({ context, input }) =>
    getObject(context, context.actor, tableObjects(true), input),
  ),
  listViews: schemaApi.listViews.handler(({ context, input }) =>
    listObjects(context, context.actor, viewObjects(input.include_columns), input),
  ),
  getView: schemaApi.getView.handler(({ context, input }) =>
    getObject(context, context.actor, viewObjects(true), input),
  ),
  listMaterializedViews: schemaApi.listMaterializedViews.handler(({ context, input }) =>
    listObjects(context, context.actor, materializedViewObjects(input.include_columns), input),
  ),
  getMaterializedView: schemaApi.getMaterializedView.handler(({ context, input }) =>
    getObject(context, context.actor, materializedViewObjects(true), input),
  ),
  listForeignTables: schemaApi.listForeignTables.handler(({ context, input }) =>
    listObjects(context, context.actor, foreignTableObjects(input.include_columns), input),
  ),
  getForeignTable: schemaApi.getForeignTable.handler(({ context, input }) =>
    getObject(context, context.actor, foreignTableObjects(true), input),
  ),
  listColumns: schemaApi.listColumns.handler(({ context, input }) =>
    listObjects(context, context.actor, COLUMN_OBJECTS, input),
  ),
  getColumn: schemaApi.getColumn.handler(({ context, input }) =>
    getObject(context, context.actor, COLUMN_OBJECTS, { ref: input.ref, ...columnIdOf(input) }),
  ),
  listConstraints: schemaApi.listConstraints.handler(({ context, input }) =>
    listObjects(context, context.actor, CONSTRAINT_OBJECTS, input),
  ),
  getConstraint: schemaApi.getConstraint.handler(({ context, input }) =>
    getObject(context, context.actor, CONSTRAINT_OBJECTS, input),
  ),
  listIndexes: schemaApi.listIndexes.handler(({ context, input }) =>
    listObjects(context, context.actor, INDEX_OBJECTS, input),
  ),
  getIndex: schemaApi.getIndex.handler(({ context, input }) =>
    getObject(context, context.actor, INDEX_OBJECTS, input),
  ),
  listFunctions: schemaApi.listFunctions.handler(({ context, input }) =>
    listObjects(context, context.actor, FUNCTION_OBJECTS, input),
  ),
  getFunction: schemaApi.getFunction.handler(({ context, input }) =>
    getObject(context, context.actor, FUNCTION_OBJECTS, input),
  ),
  listTriggers: schemaApi.listTriggers.handler(({ context, input }) =>
    listObjects(context, context.actor, TRIGGER_OBJECTS, input),
  ),
  getTrigger: schemaApi.getTrigger.handler(({ context, input }) =>
    getObject(context, context.actor, TRIGGER_OBJECTS, input),
  ),
  listEventTriggers: schemaApi.listEventTriggers.handler(({ context, input }) =>
    listObjects(context, context.actor, EVENT_TRIGGER_OBJECTS, input),
  ),
  getEventTrigger: schemaApi.getEventTrigger.handler(({ context, input }) =>
    getObject(context, context.actor, EVENT_TRIGGER_OBJECTS, input),
  ),
  listPolicies: schemaApi.listPolicies.handler(({ context, input }) =>
    listObjects(context, context.actor, POLICY_OBJECTS, input),
  ),
  getPolicy: schemaApi.getPolicy.handler(({ context, input }) =>
    getObject(context, context.actor, POLICY_OBJECTS, input),
  ),
  listTypes: schemaApi.listTypes.handler(({ context, input }) =>
    listObjects(context, context.actor, TYPE_OBJECTS, input),
  ),
  getType: schemaApi.getType.handler(({ context, input }) =>
    getObject(context, context.actor, TYPE_OBJECTS, input),
  ),
  listExtensions: schemaApi.listExtensions.handler(({ context, input }) =>
    listObjects(context, context.actor, EXTENSION_OBJECTS, input),
  ),
  getExtension: schemaApi.getExtension.handler(({ context, input }) =>
    getObject(context, context.actor, EXTENSION_OBJECTS, input),
  ),
  listRoles: schemaApi.listRoles.handler(({ context, input }) =>
    listObjects(context, context.actor, ROLE_OBJECTS, input),
  ),
  getRole: schemaApi.getRole.handler(({ context, input }) =>
    getObject(context, context.actor, ROLE_OBJECTS, input),
  ),
  listPublications: schemaApi.listPublications.handler(({ context, input }) =>
    listObjects(context, context.actor, PUBLICATION_OBJECTS, input),
  ),
  getPublication: schemaApi.getPublication.handler(({ context, input }) =>
    getObject(context, context.actor, PUBLICATION_OBJECTS, input),
  ),
  listTablePrivileges: schemaApi.listTablePrivileges.handler(({ context, input }) =>
    listObjects(context, context.actor, TABLE_PRIVILEGES, input),
  ),
  getTablePrivileges: schemaApi.getTablePrivileges.handler(({ context, input }) =>
    getObject(context, context.actor, TABLE_PRIVILEGES, input),
  ),
  listColumnPrivileges: schemaApi.listColumnPrivileges.handler(({ context, input }) =>
    listObjects(context, context.actor, COLUMN_PRIVILEGES, input),
  ),
  getColumnPrivileges: schemaApi.getColumnPrivileges.handler(({ context, input }) =>
    getObject(context, context.actor, COLUMN_PRIVILEGES, { ref: input.ref, ...columnIdOf(input) }),
  ),
  listConfig: schemaApi.listConfig.handler(({ context, input }) =>
    listObjects(context, context.actor, SETTING_OBJECTS, input),
  ),
  getVersion: schemaApi.getVersion.handler(({ context, input }) =>
    readDatabase(context, context.actor, input.ref, readServerVersion),
  ),
};
