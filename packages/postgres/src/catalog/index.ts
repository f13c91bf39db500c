export {
  type CompletionCatalog,
  type CompletionRelation,
  loadCompletionCatalog,
} from './completion-catalog.ts';
export { findRelations } from './find-relations.ts';
export { FUNCTIONS, type FunctionRow } from './functions.ts';
export { FOREIGN_KEYS, type ForeignKeyRow, UNIQUE_KEYS, type UniqueKeyRow } from './keys.ts';
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
export { servedSchemas } from './scope.ts';
export { listTableAccess } from './table-access.ts';
export { type CastRow, DOMAIN_CASTS, TYPES, type TypeRow } from './types.ts';
export { VIEWS, type ViewColumns, type ViewRow } from './views.ts';
