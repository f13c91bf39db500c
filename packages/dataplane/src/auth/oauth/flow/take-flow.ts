import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { CodeChallenge } from '../../flow-state/code-challenge.ts';
import { deleteFlowState, type FlowStateRow, findFlowStateById } from '../../store/flow-states.ts';
import { instant } from '../../store/times.ts';
import { isUuid } from '../../wire/uuid.ts';
import { takeClientState } from './client-states.ts';

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
