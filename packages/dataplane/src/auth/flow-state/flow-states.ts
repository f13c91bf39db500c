import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { AuthMethod } from '../sessions/auth-method.ts';
import {
  deleteFlowState,
  deleteOldFlowStates,
  type FlowStateColumns,
  type FlowStateRow,
  findFlowStateByCode,
  findFlowStateOfUser,
  insertFlowState,
  updateFlowState,
} from '../store/flow-states.ts';
import type { Executor, Transaction } from '../store/run-transaction.ts';
import { instant } from '../store/write-row.ts';
import { type CodeChallenge, fitsChallenge } from './code-challenge.ts';

export interface NewFlow {
  challenge: CodeChallenge;
  /** A provider's name, or the method again for mail links. */
  providerType: string;
  method: AuthMethod;
  userId?: string | null;
  /** Further columns, for flows through a provider. */
  columns?: FlowStateColumns;
}

/** Seconds within which a code must be redeemed. */
const CODE_LIFE = 300;
const DAY_MS = 86_400_000;

/** Remembers the challenge of a browser until its user comes back through a link or a provider. */
export async function createFlowState(
  context: AuthContext,
  db: Executor,
  { challenge, providerType, method, userId = null, columns }: NewFlow,
): Promise<FlowStateRow> {
  await deleteOldFlowStates(db, new Date(context.now.getTime() - DAY_MS));
  return insertFlowState(db, context.now, {
    ...columns,
    user_id: userId,
    code_challenge: challenge.challenge,
    code_challenge_method: challenge.method,
    provider_type: providerType,
    authentication_method: method,
  });
}

/** Gives a flow the code that the browser can redeem, and the user it stands for. */
export async function issueAuthCode(
  context: AuthContext,
  tx: Transaction,
  flow: Pick<FlowStateRow, 'id'>,
  userId: string,
): Promise<string> {
  const code = randomUUID();
  await updateFlowState(tx, context.now, flow.id, {
    auth_code: code,
    user_id: userId,
    auth_code_issued_at: context.now.toISOString(),
  });
  return code;
}

/** The same for a user who followed a mail link. Throws `flow_state_not_found`. */
export async function issueAuthCodeForLink(
  context: AuthContext,
  tx: Transaction,
  userId: string,
  method: AuthMethod,
): Promise<string> {
  const flow = await findFlowStateOfUser(tx, userId, method);
  if (!flow) throw new AuthError('flow_state_not_found', undefined, { status: 422 });
  return issueAuthCode(context, tx, flow, userId);
}

/**
 * The finished flow of a code, which is used up by it. Throws `flow_state_not_found`, `flow_state_expired`,
 * `bad_code_verifier`.
 */
export async function redeemAuthCode(
  context: AuthContext,
  tx: Transaction,
  authCode: string,
  codeVerifier: string,
): Promise<FlowStateRow & { user_id: string }> {
  const flow = await findFlowStateByCode(tx, authCode);
  if (!flow?.user_id || !flow.code_challenge) throw new AuthError('flow_state_not_found');
  const issuedAt = instant(flow.auth_code_issued_at ?? flow.created_at);
  if (!(context.now.getTime() < issuedAt + CODE_LIFE * 1000)) {
    await deleteFlowState(tx, flow.id);
    throw new AuthError('flow_state_expired', undefined, { keepChanges: true });
  }
  const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method ?? 's256' };
  if (!fitsChallenge(codeVerifier, challenge)) throw new AuthError('bad_code_verifier');
  await deleteFlowState(tx, flow.id);
  return { ...flow, user_id: flow.user_id };
}
