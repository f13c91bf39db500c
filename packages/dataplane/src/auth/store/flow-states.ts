import { randomUUID } from 'node:crypto';
import type { Executor } from './run-transaction.ts';
import { insertRow, type TimeText, updateRow } from './write-row.ts';

/** A row of `auth.flow_state`: a sign-in that ends with a code for the browser that began it. */
export interface FlowStateRow {
  id: string;
  user_id: string | null;
  auth_code: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  code_challenge: string | null;
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  created_at: TimeText;
  updated_at: TimeText;
  authentication_method: string;
  auth_code_issued_at: TimeText;
  invite_token: string | null;
  referrer: string | null;
  oauth_client_state_id: string | null;
  linking_target_id: string | null;
  email_optional: boolean;
}
export type FlowStateColumns = Partial<Omit<FlowStateRow, 'id' | 'created_at' | 'updated_at'>>;

export function insertFlowState(
  db: Executor,
  now: Date,
  columns: FlowStateColumns & Pick<FlowStateRow, 'provider_type' | 'authentication_method'>,
): Promise<FlowStateRow> {
  const time = now.toISOString();
  return insertRow<FlowStateRow>(db, 'flow_state', {
    id: randomUUID(),
    created_at: time,
    updated_at: time,
    ...columns,
  });
}

export function updateFlowState(
  db: Executor,
  now: Date,
  id: string,
  changes: FlowStateColumns,
): Promise<FlowStateRow | null> {
  return updateRow<FlowStateRow>(db, 'flow_state', id, { ...changes, updated_at: now.toISOString() });
}

/** Locked, so that two requests do not finish the same flow. */
export async function findFlowStateById(db: Executor, id: string): Promise<FlowStateRow | null> {
  return first(await db.query('select * from auth.flow_state where id = $1 for update', [id]));
}

export async function findFlowStateByCode(db: Executor, authCode: string): Promise<FlowStateRow | null> {
  return first(await db.query('select * from auth.flow_state where auth_code = $1 for update', [authCode]));
}

/** The newest flow of a user that began this way and has no code yet. */
export async function findFlowStateOfUser(
  db: Executor,
  userId: string,
  authenticationMethod: string,
): Promise<FlowStateRow | null> {
  return first(
    await db.query(
      `select * from auth.flow_state where user_id = $1 and authentication_method = $2 and auth_code_issued_at is null
       order by created_at desc limit 1 for update`,
      [userId, authenticationMethod],
    ),
  );
}

export async function deleteFlowState(db: Executor, id: string): Promise<void> {
  await db.query('delete from auth.flow_state where id = $1', [id]);
}

function first(rows: unknown[]): FlowStateRow | null {
  return (rows[0] as FlowStateRow | undefined) ?? null;
}

/** Some of those that nobody will finish any more. */
export async function deleteOldFlowStates(db: Executor, before: Date): Promise<void> {
  await db.query(
    `delete from auth.flow_state where id in
       (select id from auth.flow_state where created_at < $1 limit 100 for update skip locked)`,
    [before.toISOString()],
  );
}
