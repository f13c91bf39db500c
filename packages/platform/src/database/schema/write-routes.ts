import type { Actor } from '../../kernel/ports.ts';
import { type RequestContext, routes } from '../../kernel/router-base.ts';
import { columnIdOf } from './read-schema.ts';
import {
  writeExtension,
  writeFunction,
  writePublication,
  writeRole,
  writeSchemaObject,
  writeType,
} from './write-objects.ts';
import { writeColumnPrivileges, writeTablePrivileges } from './write-privileges.ts';
import {
  refreshMaterializedView,
  writeColumn,
  writeConstraint,
  writeIndex,
  writePolicy,
  writeTable,
  writeTrigger,
} from './write-relations.ts';
import type { Writing } from './write-schema.ts';

const { schemaChanges: calls } = routes;

interface Call {
  context: RequestContext & { actor: Actor };
  input: { params: { ref: string }; query: { preview: boolean }; body?: unknown };
  signal?: AbortSignal | undefined;
}

function writingOf({ context, input, signal }: Call): Writing {
  return {
    dependencies: context,
    actor: context.actor,
    ref: input.params.ref,
    preview: input.query.preview,
    body: input.body,
    signal,
  };
}

export const schemaChangeRoutes = {
  createSchema: calls.createSchema.handler((call) =>
    writeSchemaObject.create(writingOf(call), call.input.body),
  ),
  updateSchema: calls.updateSchema.handler((call) =>
    writeSchemaObject.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteSchema: calls.deleteSchema.handler((call) =>
    writeSchemaObject.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createTable: calls.createTable.handler((call) => writeTable.create(writingOf(call), call.input.body)),
  updateTable: calls.updateTable.handler((call) =>
    writeTable.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteTable: calls.deleteTable.handler((call) =>
    writeTable.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createColumn: calls.createColumn.handler((call) => writeColumn.create(writingOf(call), call.input.body)),
  updateColumn: calls.updateColumn.handler((call) =>
    writeColumn.update(writingOf(call), columnIdOf(call.input.params), call.input.body),
  ),
  deleteColumn: calls.deleteColumn.handler((call) =>
    writeColumn.delete(writingOf(call), columnIdOf(call.input.params), call.input.query.cascade),
  ),
  createConstraint: calls.createConstraint.handler((call) =>
    writeConstraint.create(writingOf(call), call.input.body),
  ),
  updateConstraint: calls.updateConstraint.handler((call) =>
    writeConstraint.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteConstraint: calls.deleteConstraint.handler((call) =>
    writeConstraint.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createIndex: calls.createIndex.handler((call) => writeIndex.create(writingOf(call), call.input.body)),
  updateIndex: calls.updateIndex.handler((call) =>
    writeIndex.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteIndex: calls.deleteIndex.handler((call) =>
    writeIndex.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createPolicy: calls.createPolicy.handler((call) => writePolicy.create(writingOf(call), call.input.body)),
  updatePolicy: calls.updatePolicy.handler((call) =>
    writePolicy.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deletePolicy: calls.deletePolicy.handler((call) =>
    writePolicy.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createTrigger: calls.createTrigger.handler((call) => writeTrigger.create(writingOf(call), call.input.body)),
  updateTrigger: calls.updateTrigger.handler((call) =>
    writeTrigger.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteTrigger: calls.deleteTrigger.handler((call) =>
    writeTrigger.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createFunction: calls.createFunction.handler((call) =>
    writeFunction.create(writingOf(call), call.input.body),
  ),
  updateFunction: calls.updateFunction.handler((call) =>
    writeFunction.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteFunction: calls.deleteFunction.handler((call) =>
    writeFunction.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createType: calls.createType.handler((call) => writeType.create(writingOf(call), call.input.body)),
  updateType: calls.updateType.handler((call) =>
    writeType.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteType: calls.deleteType.handler((call) =>
    writeType.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createExtension: calls.createExtension.handler((call) =>
    writeExtension.create(writingOf(call), call.input.body),
  ),
  updateExtension: calls.updateExtension.handler((call) =>
    writeExtension.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteExtension: calls.deleteExtension.handler((call) =>
    writeExtension.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  createRole: calls.createRole.handler((call) => writeRole.create(writingOf(call), call.input.body)),
  updateRole: calls.updateRole.handler((call) =>
    writeRole.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deleteRole: calls.deleteRole.handler((call) =>
    writeRole.delete(writingOf(call), { id: call.input.params.id }),
  ),
  createPublication: calls.createPublication.handler((call) =>
    writePublication.create(writingOf(call), call.input.body),
  ),
  updatePublication: calls.updatePublication.handler((call) =>
    writePublication.update(writingOf(call), { id: call.input.params.id }, call.input.body),
  ),
  deletePublication: calls.deletePublication.handler((call) =>
    writePublication.delete(writingOf(call), { id: call.input.params.id }, call.input.query.cascade),
  ),
  grantTablePrivileges: calls.grantTablePrivileges.handler((call) =>
    writeTablePrivileges(writingOf(call), 'grant', call.input.body),
  ),
  grantColumnPrivileges: calls.grantColumnPrivileges.handler((call) =>
    writeColumnPrivileges(writingOf(call), 'grant', call.input.body),
  ),
  revokeTablePrivileges: calls.revokeTablePrivileges.handler((call) =>
    writeTablePrivileges(writingOf(call), 'revoke', call.input.body),
  ),
  revokeColumnPrivileges: calls.revokeColumnPrivileges.handler((call) =>
    writeColumnPrivileges(writingOf(call), 'revoke', call.input.body),
  ),
  refreshMaterializedView: calls.refreshMaterializedView.handler((call) =>
    refreshMaterializedView(writingOf(call), { id: call.input.params.id }, call.input.body.concurrently),
  ),
};
