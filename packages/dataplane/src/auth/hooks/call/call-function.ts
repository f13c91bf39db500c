import { isLostRace, QueryError, SQLSTATE } from '@basalt/postgres';
import { quoteIdent } from '@basalt/sql';
import { AuthError } from '../../errors/auth-error.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { JsonObject } from '../../wire/read-body.ts';
import { MAX_ANSWER_BYTES, tooLarge } from './read-answer.ts';

const LONGEST = '2s';

/**
 * Calls a function of the project's database as the auth service's role, in the transaction of the request and with a time limit
 * of its own. What it answers is measured before it is read. Throws `unexpected_failure`, `hook_timeout`,
 * `hook_payload_over_size_limit`.
 */
export async function callFunction(
  tx: Transaction,
  { schema, name }: { schema: string; name: string },
  payload: JsonObject,
): Promise<unknown> {
  const uri = `pg-functions://postgres/${schema}/${name}`;
  const call = `${quoteIdent(schema)}.${quoteIdent(name)}`;
  try {
    await tx.query(`select set_config('statement_timeout', '${LONGEST}', true)`);
    const [row] = await tx.query<{ answer: unknown; bytes: number | null }>(
      `with given as materialized (select ${call}($1::jsonb)::jsonb::text as answer),
            measured as (select answer, octet_length(answer) as bytes from given)
       select bytes, case when bytes <= ${MAX_ANSWER_BYTES} then answer::jsonb end as answer from measured`,
      [JSON.stringify(payload)],
    );
    await tx.query('set local statement_timeout to default');
    if (Number(row?.bytes ?? 0) > MAX_ANSWER_BYTES) throw tooLarge();
    return row?.answer ?? {};
  } catch (cause) {
    // Where another transaction came first, this one runs again, the function with it.
    if (!(cause instanceof QueryError) || isLostRace(cause)) throw cause;
    if (cause.code === SQLSTATE.cancelled)
      throw new AuthError('hook_timeout', `Hook ${uri} did not answer within ${LONGEST}`, { cause });
    throw new AuthError('unexpected_failure', `Error running hook URI: ${uri}`, { cause });
  }
}
