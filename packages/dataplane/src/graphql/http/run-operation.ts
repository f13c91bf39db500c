import {
  NoRoomForResultError,
  type Pipeline,
  type PipelineResult,
  ResultTooLargeError,
} from '@basalt/postgres';
import type { CallerContext } from '../../caller/request-context.ts';
import { type CallerQuery, runAsCaller } from '../../caller/run-as-caller.ts';
import { preRequestStatements } from '../../rest/compile/compile-request.ts';
import { answerNotHeld } from '../../rest/errors/availability-errors.ts';
import { answerTooLarge } from '../../rest/errors/result-errors.ts';
import { MAX_ANSWER_BYTES } from '../../rest/request/limits.ts';
import type { Answer } from '../../rest/respond/answer.ts';
import type { CompiledMutations, CompiledQuery } from '../compile/compile-operation.ts';
import type { Database } from '../database/load-database.ts';
import { GraphqlFailure } from '../errors/graphql-failure.ts';
import type { RoleSchema } from '../schema/role-schemas.ts';
import { graphqlAnswer, joinMembers } from './graphql-answer.ts';

export interface RunInput {
  readonly pipeline: Pipeline;
  readonly context: CallerContext;
  readonly database: Database;
  readonly role: RoleSchema;
  /** Fires when the client is gone. */
  readonly signal: () => AbortSignal;
}

/** Statements longer than this are not worth a place among those that are prepared. */
const MAX_REUSED_LENGTH = 16_384;

/** Runs a query. Nothing goes to the database when nothing of it is asked there. @throws what `runAsCaller` throws; {RestError} */
export async function runQuery(compiled: CompiledQuery, input: RunInput): Promise<Answer> {
  const { members, errors, statement, isShort } = compiled;
  if (members.length === 0) return graphqlAnswer(null, errors);
  const results =
    statement === null
      ? []
      : await run(input, [statement], {
          readOnly: true,
          // Functions of a query may look at the claims of the caller, and set others.
          mayClaimsChange: !isShort,
          pool: isShort ? 'short' : 'long',
          keep: null,
        });
  const cells = results.at(-1)?.rows[0] ?? [];
  const data = joinMembers(
    members.map((member) => ({
      key: member.key,
      json: member.kind === 'json' ? member.json : (cells[member.column] ?? null),
    })),
  );
  return graphqlAnswer(checkSize(data, false), errors);
}

/** Runs a mutation: all of it, or nothing. @throws what `runAsCaller` throws; {GraphqlFailure} when it changes too many rows */
export async function runMutations(
  { members, statements }: CompiledMutations,
  input: RunInput,
): Promise<Answer> {
  if (statements.length === 0) return graphqlAnswer(joinMembers(members.map(withoutRows)), []);
  const limits = members.flatMap((member) =>
    member.kind === 'column' && member.atMost ? [{ statement: member.column, ...member.atMost }] : [],
  );
  let problem: GraphqlFailure | null = null;
  const keep = (results: readonly PipelineResult[]) => {
    const own = results.slice(-statements.length);
    const over = limits.find(({ statement, rows }) => Number(own[statement]?.rows[0]?.[1] ?? 0) > rows);
    problem = over === undefined ? null : new GraphqlFailure(over.message);
    return problem === null;
  };
  const results = await run(input, statements, {
    readOnly: false,
    mayClaimsChange: true,
    pool: 'long',
    keep: limits.length > 0 ? keep : null,
  });
  if (problem !== null) throw problem;
  const own = results.slice(-statements.length);
  const data = joinMembers(
    members.map((member) =>
      member.kind === 'json'
        ? withoutRows(member)
        : { key: member.key, json: own[member.column]?.rows[0]?.[0] ?? null },
    ),
  );
  return graphqlAnswer(checkSize(data, true), []);
}

function withoutRows(member: CompiledMutations['members'][number]) {
  return { key: member.key, json: member.kind === 'json' ? member.json : null };
}

function run(
  { pipeline, context, database, role, signal }: RunInput,
  statements: readonly { sql: string; values: readonly (string | Buffer | null)[] }[],
  query: Pick<CallerQuery, 'readOnly' | 'mayClaimsChange' | 'pool' | 'keep'>,
): Promise<readonly PipelineResult[]> {
  const before = preRequestStatements(database);
  return runAsCaller(pipeline, context, {
    ...query,
    mayClaimsChange: query.mayClaimsChange || before.length > 0,
    settings: role.settings,
    statements: [
      ...before,
      ...statements.map(({ sql, values }) => ({ sql, values, reuse: sql.length <= MAX_REUSED_LENGTH })),
    ],
    signal: query.pool === 'long' ? signal() : undefined,
  }).catch((error: unknown) => {
    // Without a look at it beforehand, what was written is kept although its answer does not fit.
    const changed = !query.readOnly && query.keep === null;
    if (error instanceof ResultTooLargeError) throw answerTooLarge(MAX_ANSWER_BYTES, changed);
    if (error instanceof NoRoomForResultError) throw answerNotHeld(changed ? 'POST' : 'GET');
    throw error;
  });
}

/** @throws {RestError} 54000 */
function checkSize(data: readonly Buffer[], changed: boolean): readonly Buffer[] {
  if (data.reduce((bytes, part) => bytes + part.length, 0) > MAX_ANSWER_BYTES)
    throw answerTooLarge(MAX_ANSWER_BYTES, changed);
  return data;
}
