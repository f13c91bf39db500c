import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { CodeChallenge } from '../../flow-state/code-challenge.ts';
import { deleteFlowState, type FlowStateRow, findFlowStateById } from '../../store/flow-states.ts';
import type { Executor } from '../../store/run-transaction.ts';
import { instant } from '../../store/write-row.ts';
import { isUuid } from '../../wire/read-body.ts';

/** A row of `auth.oauth_client_states`: our half of a sign-in that is under way at a provider. */
export interface ClientStateRow {
  id: string;
  provider_type: string;
  code_verifier: string;
}

export async function insertClientState(
  db: Executor,
  now: Date,
  provider: string,
  verifier: string,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, $4)`,
    [id, provider, verifier, now.toISOString()],
  );
  return id;
}

/** Takes the row away, so that a second answer of the provider finds nothing. */
async function takeClientState(db: Executor, id: string): Promise<ClientStateRow | null> {
  const rows = await db.query<ClientStateRow>(
    `delete from auth.oauth_client_states where id = $1 returning id, provider_type, coalesce(code_verifier, '') as code_verifier`,
    [id],
  );
  return rows[0] ?? null;
}

/** Some of those whose people never came back. */
export async function deleteOldClientStates(db: Executor, before: Date): Promise<void> {
  await db.query(
    `delete from auth.oauth_client_states where id in
       (select id from auth.oauth_client_states where created_at < $1 limit 100 for update skip locked)`,
    [before.toISOString()],
  );
}

export interface BegunFlow {
  flow: FlowStateRow;
  verifier: string;
  /** Of a browser that wants a code at the end; null for one that wants the tokens (implicit flow). */
  challenge: CodeChallenge | null;
}

/** Long enough to sign up with the provider on the way. */
const FLOW_LIFE_SECONDS = 600;

/**
 * The sign-in that a `state` belongs to. It is used up by this, whatever comes of it. Throws `bad_oauth_callback` without
 * a state, `bad_oauth_state` for one that was not given out here, is used, or is too old.
 */
export async function takeFlow(context: AuthContext, state: string | null): Promise<BegunFlow> {
  if (state === null || state === '') {
    throw new AuthError('bad_oauth_callback', 'OAuth state parameter missing');
  }
  if (!isUuid(state)) throw new AuthError('bad_oauth_state', 'OAuth callback with invalid state');
  return await context.db.transaction(async (tx) => {
    const flow = await findFlowStateById(tx, state);
    const client = flow?.oauth_client_state_id ? await takeClientState(tx, flow.oauth_client_state_id) : null;
    if (!flow || !client) {
      throw new AuthError(
        'bad_oauth_state',
        'OAuth state not found: it is used already or was not issued here',
      );
    }
    const challenge = challengeOf(flow);
    const expired = !(context.now.getTime() < instant(flow.created_at) + FLOW_LIFE_SECONDS * 1000);
    if (expired || challenge === null) await deleteFlowState(tx, flow.id);
    if (expired) throw new AuthError('bad_oauth_state', 'OAuth state has expired', { keepChanges: true });
    return { flow, verifier: client.code_verifier, challenge };
  });
}

function challengeOf({ code_challenge, code_challenge_method }: FlowStateRow): CodeChallenge | null {
  if (!code_challenge) return null;
  return { challenge: code_challenge, method: code_challenge_method ?? 's256' };
}
