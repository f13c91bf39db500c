export {
  type CompletionCatalog,
  type CompletionRelation,
  loadCompletionCatalog,
} from './completion-catalog.ts';
export { DEFINITION_KINDS, type DefinitionObject } from './details/definitions.ts';
export {
  type Migration,
  type MigrationSummary,
  readMigration,
  readMigrations,
} from './details/migrations.ts';
export { EXTENSION_USE, INDEX_USE } from './details/object-use.ts';
export { findRelations, listRelations } from './find-relations.ts';
export { FUNCTIONS, type FunctionRow } from './functions.ts';
export {
  ARGUMENT_DEFAULTS,
  ARRAY_ELEMENTS,
  type ColumnRights,
  ENUM_COMMENTS,
  FOREIGN_KEY_COMMENTS,
  RELATION_TRAITS,
  ROLE_RIGHTS_SQL,
  type RoleRights,
  UNIQUE_INDEXES,
} from './graphql-topics.ts';
export { FOREIGN_KEYS, type ForeignKeyRow, UNIQUE_KEYS, type UniqueKeyRow } from './keys.ts';
export { COLUMN_OBJECTS } from './objects/columns.ts';
export { CONSTRAINT_OBJECTS } from './objects/constraints.ts';
export { EXTENSION_OBJECTS, type ExtensionObject } from './objects/extensions.ts';
export { FUNCTION_OBJECTS } from './objects/functions.ts';
export { INDEX_OBJECTS } from './objects/indexes.ts';
export { COLUMN_PRIVILEGES, TABLE_PRIVILEGES } from './objects/object-privileges.ts';
export type { ObjectKind, ObjectQuery } from './objects/object-scope.ts';
export { POLICY_OBJECTS } from './objects/policies.ts';
export { PROJECT_EVENT_TRIGGERS } from './objects/project-event-triggers.ts';
export { PUBLICATION_OBJECTS } from './objects/publications.ts';
export { readObjects, TooManyObjectsError } from './objects/read-objects.ts';
export { ROLE_OBJECTS } from './objects/roles.ts';
export { SCHEMA_OBJECTS } from './objects/schemas.ts';
export { readServerVersion, SETTING_OBJECTS } from './objects/server-config.ts';
export { tableObjects } from './objects/tables.ts';
export { EVENT_TRIGGER_OBJECTS, TRIGGER_OBJECTS } from './objects/triggers.ts';
export { TYPE_OBJECTS } from './objects/types.ts';
export { foreignTableObjects, materializedViewObjects, viewObjects } from './objects/views.ts';
export {
  PRIVILEGES_SQL,
  parsePrivileges,
  type RelationPrivileges,
  type SchemaPrivileges,
} from './privileges.ts';
export {
  type CatalogClient,
  type CatalogOf,
  createPace,
  type Pace,
  readCatalog,
} from './read-catalog.ts';
export { type ColumnRow, RELATIONS, type RelationRow } from './relations.ts';
export { SCHEMAS } from './schemas.ts';
export { servedSchemas, wholeSchemas } from './scope.ts';
export { listTableAccess } from './table-access.ts';
export {
  type FoundDefinition,
  hasNulls,
  readLoneConstraints,
  readTableDefinition,
  type TableDefinition,
} from './table-definition.ts';
export { type CastRow, DOMAIN_CASTS, TYPES, type TypeRow } from './types.ts';
export { VIEWS, type ViewColumns, type ViewRow } from './views.ts';
