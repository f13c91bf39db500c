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
  type ObjectKind,
  POLICY_OBJECTS,
  PROJECT_EVENT_TRIGGERS,
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
import type { Actor } from '../../kernel/ports.ts';
import { type RequestContext, routes } from '../../kernel/router-base.ts';
import { readDatabase } from '../read-database.ts';
import { columnIdOf, getObject, type ListInput, listObjects, type ObjectId } from './read-schema.ts';

const { schemaApi } = routes;

interface Call<Input> {
  context: RequestContext & { actor: Actor };
  input: Input;
}

function list<Row>(kind: ObjectKind<Row>) {
  return ({ context, input }: Call<ListInput>) => listObjects(context, context.actor, kind, input);
}

function listWithColumns<Row>(kind: (includeColumns: boolean) => ObjectKind<Row>) {
  return ({ context, input }: Call<ListInput & { include_columns: boolean }>) =>
    listObjects(context, context.actor, kind(input.include_columns), input);
}

function one<Row>(kind: ObjectKind<Row>, idOf: (input: { id: string }) => ObjectId = ({ id }) => ({ id })) {
  return ({ context, input }: Call<{ ref: string; id: string }>) =>
    getObject(context, context.actor, kind, { ref: input.ref, ...idOf(input) });
}

export const schemaApiRoutes = {
  listSchemas: schemaApi.listSchemas.handler(list(SCHEMA_OBJECTS)),
  getSchema: schemaApi.getSchema.handler(one(SCHEMA_OBJECTS)),
  listTables: schemaApi.listTables.handler(listWithColumns(tableObjects)),
  getTable: schemaApi.getTable.handler(one(tableObjects(true))),
  listViews: schemaApi.listViews.handler(listWithColumns(viewObjects)),
  getView: schemaApi.getView.handler(one(viewObjects(true))),
  listMaterializedViews: schemaApi.listMaterializedViews.handler(listWithColumns(materializedViewObjects)),
  getMaterializedView: schemaApi.getMaterializedView.handler(one(materializedViewObjects(true))),
  listForeignTables: schemaApi.listForeignTables.handler(listWithColumns(foreignTableObjects)),
  getForeignTable: schemaApi.getForeignTable.handler(one(foreignTableObjects(true))),
  listColumns: schemaApi.listColumns.handler(list(COLUMN_OBJECTS)),
  getColumn: schemaApi.getColumn.handler(one(COLUMN_OBJECTS, columnIdOf)),
  listConstraints: schemaApi.listConstraints.handler(list(CONSTRAINT_OBJECTS)),
  getConstraint: schemaApi.getConstraint.handler(one(CONSTRAINT_OBJECTS)),
  listIndexes: schemaApi.listIndexes.handler(list(INDEX_OBJECTS)),
  getIndex: schemaApi.getIndex.handler(one(INDEX_OBJECTS)),
  listFunctions: schemaApi.listFunctions.handler(list(FUNCTION_OBJECTS)),
  getFunction: schemaApi.getFunction.handler(one(FUNCTION_OBJECTS)),
  listTriggers: schemaApi.listTriggers.handler(list(TRIGGER_OBJECTS)),
  getTrigger: schemaApi.getTrigger.handler(one(TRIGGER_OBJECTS)),
  listEventTriggers: schemaApi.listEventTriggers.handler(list(EVENT_TRIGGER_OBJECTS)),
  getEventTrigger: schemaApi.getEventTrigger.handler(one(EVENT_TRIGGER_OBJECTS)),
  listProjectEventTriggers: schemaApi.listProjectEventTriggers.handler(list(PROJECT_EVENT_TRIGGERS)),
  getProjectEventTrigger: schemaApi.getProjectEventTrigger.handler(one(PROJECT_EVENT_TRIGGERS)),
  listPolicies: schemaApi.listPolicies.handler(list(POLICY_OBJECTS)),
  getPolicy: schemaApi.getPolicy.handler(one(POLICY_OBJECTS)),
  listTypes: schemaApi.listTypes.handler(list(TYPE_OBJECTS)),
  getType: schemaApi.getType.handler(one(TYPE_OBJECTS)),
  listExtensions: schemaApi.listExtensions.handler(list(EXTENSION_OBJECTS)),
  getExtension: schemaApi.getExtension.handler(one(EXTENSION_OBJECTS)),
  listRoles: schemaApi.listRoles.handler(list(ROLE_OBJECTS)),
  getRole: schemaApi.getRole.handler(one(ROLE_OBJECTS)),
  listPublications: schemaApi.listPublications.handler(list(PUBLICATION_OBJECTS)),
  getPublication: schemaApi.getPublication.handler(one(PUBLICATION_OBJECTS)),
  listTablePrivileges: schemaApi.listTablePrivileges.handler(list(TABLE_PRIVILEGES)),
  getTablePrivileges: schemaApi.getTablePrivileges.handler(one(TABLE_PRIVILEGES)),
  listColumnPrivileges: schemaApi.listColumnPrivileges.handler(list(COLUMN_PRIVILEGES)),
  getColumnPrivileges: schemaApi.getColumnPrivileges.handler(one(COLUMN_PRIVILEGES, columnIdOf)),
  listConfig: schemaApi.listConfig.handler(list(SETTING_OBJECTS)),
  getVersion: schemaApi.getVersion.handler(({ context, input }) =>
    readDatabase(context, context.actor, input.ref, readServerVersion),
  ),
};
