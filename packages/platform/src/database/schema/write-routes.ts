import type { Actor } from '../../kernel/ports.ts';
import { type RequestContext, routes } from '../../kernel/router-base.ts';
import { columnIdOf, type ObjectId } from './read-schema.ts';
import { writeEventTrigger } from './write-event-trigger.ts';
import { writeExtension } from './write-extension.ts';
import { writeFunction, writePublication, writeRole, writeSchemaObject, writeType } from './write-objects.ts';
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
import type { Preview, Writing } from './write-schema.ts';

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

/** The commands for objects of one kind. */
interface Writer<New, Changes, Row> {
  create(writing: Writing, object: New): Promise<Row | Preview>;
  update(writing: Writing, id: ObjectId, changes: Changes): Promise<Row | Preview>;
  delete(writing: Writing, id: ObjectId, cascade: boolean): Promise<Row | Preview>;
}

interface IdCall extends Call {
  input: Call['input'] & { params: { id: string } };
}

/** What answers the three calls that write objects of one kind. */
function answersOf<New, Changes, Row>(
  writer: Writer<New, Changes, Row>,
  idOf: (params: { id: string }) => ObjectId = ({ id }) => ({ id }),
) {
  return {
    create: (call: Call & { input: { body: New } }) => writer.create(writingOf(call), call.input.body),
    update: (call: IdCall & { input: { body: Changes } }) =>
      writer.update(writingOf(call), idOf(call.input.params), call.input.body),
    delete: (call: IdCall & { input: { query: { cascade: boolean } } }) =>
      writer.delete(writingOf(call), idOf(call.input.params), call.input.query.cascade),
  };
}

const schema = answersOf(writeSchemaObject);
const table = answersOf(writeTable);
const column = answersOf(writeColumn, columnIdOf);
const constraint = answersOf(writeConstraint);
const index = answersOf(writeIndex);
const policy = answersOf(writePolicy);
const trigger = answersOf(writeTrigger);
const eventTrigger = answersOf(writeEventTrigger);
const functions = answersOf(writeFunction);
const type = answersOf(writeType);
const extension = answersOf(writeExtension);
const role = answersOf(writeRole);
const publication = answersOf(writePublication);

export const schemaChangeRoutes = {
  createSchema: calls.createSchema.handler(schema.create),
  updateSchema: calls.updateSchema.handler(schema.update),
  deleteSchema: calls.deleteSchema.handler(schema.delete),
  createTable: calls.createTable.handler(table.create),
  updateTable: calls.updateTable.handler(table.update),
  deleteTable: calls.deleteTable.handler(table.delete),
  createColumn: calls.createColumn.handler(column.create),
  updateColumn: calls.updateColumn.handler(column.update),
  deleteColumn: calls.deleteColumn.handler(column.delete),
  createConstraint: calls.createConstraint.handler(constraint.create),
  updateConstraint: calls.updateConstraint.handler(constraint.update),
  deleteConstraint: calls.deleteConstraint.handler(constraint.delete),
  createIndex: calls.createIndex.handler(index.create),
  updateIndex: calls.updateIndex.handler(index.update),
  deleteIndex: calls.deleteIndex.handler(index.delete),
  createPolicy: calls.createPolicy.handler(policy.create),
  updatePolicy: calls.updatePolicy.handler(policy.update),
  deletePolicy: calls.deletePolicy.handler(policy.delete),
  createTrigger: calls.createTrigger.handler(trigger.create),
  updateTrigger: calls.updateTrigger.handler(trigger.update),
  deleteTrigger: calls.deleteTrigger.handler(trigger.delete),
  createProjectEventTrigger: calls.createProjectEventTrigger.handler(eventTrigger.create),
  updateProjectEventTrigger: calls.updateProjectEventTrigger.handler(eventTrigger.update),
  deleteProjectEventTrigger: calls.deleteProjectEventTrigger.handler(eventTrigger.delete),
  createFunction: calls.createFunction.handler(functions.create),
  updateFunction: calls.updateFunction.handler(functions.update),
  deleteFunction: calls.deleteFunction.handler(functions.delete),
  createType: calls.createType.handler(type.create),
  updateType: calls.updateType.handler(type.update),
  deleteType: calls.deleteType.handler(type.delete),
  createExtension: calls.createExtension.handler(extension.create),
  updateExtension: calls.updateExtension.handler(extension.update),
  deleteExtension: calls.deleteExtension.handler(extension.delete),
  createRole: calls.createRole.handler(role.create),
  updateRole: calls.updateRole.handler(role.update),
  deleteRole: calls.deleteRole.handler(role.delete),
  createPublication: calls.createPublication.handler(publication.create),
  updatePublication: calls.updatePublication.handler(publication.update),
  deletePublication: calls.deletePublication.handler(publication.delete),
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
