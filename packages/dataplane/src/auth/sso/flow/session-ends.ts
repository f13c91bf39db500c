import type { Executor } from '../../store/run-transaction.ts';

/** Keeps when a session has to end whose browser still has to exchange its code. */
export async function keepSessionEnd(db: Executor, flowId: string, endsAt: Date, now: Date): Promise<void> {
  await db.query('delete from basalt.saml_session_ends where ends_at < $1', [now.toISOString()]);
  await db.query('insert into basalt.saml_session_ends (flow_state_id, ends_at) values ($1, $2)', [
    flowId,
    endsAt.toISOString(),
  ]);
}

/** What was kept for a flow; null where nothing was. */
export async function takeSessionEnd(db: Executor, flowId: string): Promise<Date | null> {
  const rows = await db.query<{ ends: string }>(
    `delete from basalt.saml_session_ends where flow_state_id = $1 returning extract(epoch from ends_at)::text as ends`,
    [flowId],
  );
  return rows[0] === undefined ? null : new Date(Number(rows[0].ends) * 1000);
}
