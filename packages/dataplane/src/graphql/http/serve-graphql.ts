import { type Pipeline, QueryError } from '@basalt/postgres';
import type { FastifyRequest } from 'fastify';
import { type Identity, identifyCaller } from '../../caller/identify-caller.ts';
import { callerContext } from '../../caller/request-context.ts';
import { dataApiOff, unacceptableSchema } from '../../rest/errors/request-errors.ts';
import { toRestError } from '../../rest/errors/to-rest-error.ts';
import { type Answer, answerError } from '../../rest/respond/answer.ts';
import type { SchemaCacheKeeper } from '../../rest/schema-cache-keeper.ts';
import { compileOperation } from '../compile/compile-operation.ts';
import { CommentDirectiveError } from '../database/directives.ts';
import { type Database, GRAPHQL_SCHEMA } from '../database/load-database.ts';
import { readDocument } from '../document/known-documents.ts';
import { chooseOperation } from '../document/parse-document.ts';
import { GraphqlFailure } from '../errors/graphql-failure.ts';
import { roleSchema } from '../schema/role-schemas.ts';
import { graphqlAnswer } from './graphql-answer.ts';
import { readGraphqlRequest } from './read-request.ts';
import { runMutations, runQuery } from './run-operation.ts';

export interface ServeOptions {
  readonly pipeline: Pipeline;
  readonly database: SchemaCacheKeeper<Database>;
  /** Fires when the client is gone. */
  readonly signal: () => AbortSignal;
}

/** What SQL sees as the path, as if the function behind GraphQL were called. */
const PATH = '/rpc/graphql';

/** Serves one request from its bytes to its answer. Errors of any kind become answers too. */
export async function serveGraphql(request: FastifyRequest, options: ServeOptions): Promise<Answer> {
  let database: Database | null = null;
  let identity: Identity | null = null;
  try {
    database = await options.database.current();
    identity = await identifyCaller(request.project, database.settings);
    request.project.noteRole(identity.role);
    return await serveAs(identity, database, request, options);
  } catch (error) {
    if (error instanceof GraphqlFailure)
      return graphqlAnswer(error.scope === 'request' ? undefined : null, [error.message]);
    if (error instanceof CommentDirectiveError)
      return graphqlAnswer(undefined, [
        `Error while loading schema, check comment directives. ${error.message}`,
      ]);
    const known = toRestError(error, { anonymous: identity?.anonymous ?? true });
    if (known.code === 'PGRSTX00')
      request.log.error({ err: error, reqId: request.id }, 'a GraphQL request failed');
    return answerError(known, database?.settings.errorVerbosity);
  }
}

async function serveAs(
  identity: Identity,
  database: Database,
  request: FastifyRequest,
  { pipeline, signal }: ServeOptions,
): Promise<Answer> {
  const { schemas } = database.settings;
  if (schemas.length === 0) throw dataApiOff();
  if (!schemas.includes(GRAPHQL_SCHEMA)) throw unacceptableSchema(GRAPHQL_SCHEMA, schemas);
  const { query, operationName, variables } = readGraphqlRequest(request.body);
  const document = readDocument(query);
  const operation = chooseOperation(document, operationName);
  const context = callerContext(identity, { method: 'POST', url: PATH, headers: request.headers });
  const role = await roleSchema(database, context, pipeline);
  const compiled = await compileOperation({ document, operation, variables }, role.schema);
  const input = { pipeline, context, database, role, signal };
  try {
    return compiled.kind === 'query' ? await runQuery(compiled, input) : await runMutations(compiled, input);
  } catch (error) {
    const chosen =
      database.settings.preRequest !== null && error instanceof QueryError && CHOSEN_ANSWER.test(error.code);
    if (error instanceof QueryError && !chosen && isOfTheQuery(error))
      return graphqlAnswer(null, [error.message]);
    throw error;
  }
}

const OF_THE_SERVER = /^(08|28|53|57|58|F0|XX)|^0P000$/;
/** Errors by which SQL chooses an answer of the Data API. Only what runs before each request can mean that here. */
const CHOSEN_ANSWER = /^(PT\d{3}|PGRST)$/;
const UNKNOWN_ROLE = /^role .* does not exist$/s;

/** Whether what was asked is wrong, and not that it could not be asked: then the message is the answer. */
function isOfTheQuery({ code, severity, message }: QueryError): boolean {
  return (
    severity !== 'FATAL' && !OF_THE_SERVER.test(code) && !(code === '22023' && UNKNOWN_ROLE.test(message))
  );
}
