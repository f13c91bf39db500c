export { changeDesign } from './change-design.ts';
export { changeColumn, createColumn, dropColumn } from './column.ts';
export { changeConstraint, createConstraint, dropConstraint, type KeyAction } from './constraint.ts';
export { createDesign } from './create-design.ts';
export { type DesignWarning, designWarnings } from './design-warnings.ts';
export { duplicateDesign } from './duplicate-design.ts';
export { changeEventTrigger, createEventTrigger, dropEventTrigger } from './event-trigger.ts';
export { changeExtension, createExtension } from './extension.ts';
export { changeFunction, createFunction, functionSignature } from './function.ts';
export { changeIndex, createIndex, rebuildIndex } from './index-definition.ts';
export { changePolicy, createPolicy } from './policy.ts';
export { grant, type Privilege, revoke } from './privileges.ts';
export { changePublication, createPublication } from './publication.ts';
export { changeRole, createRole } from './role.ts';
export { changeSchema, createSchema, drop } from './schema.ts';
export { DefinitionError, nameIn } from './sql-part.ts';
export { changeTable, createTable, onTable, refreshView } from './table.ts';
export {
  type DesignCheck,
  type DesignColumn,
  type DesignForeignKey,
  type DesignUnique,
  designProblem,
  type StoredDesign,
  type TableDesign,
} from './table-design.ts';
export { changeTrigger, createTrigger } from './trigger.ts';
export { changeType, createType } from './type.ts';
