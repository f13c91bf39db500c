import type { Executor } from '../../store/run-transaction.ts';
import { insertRow, type TimeText } from '../../store/write-row.ts';

export type ChallengeType = 'registration' | 'authentication';

/** What is kept of a ceremony that was begun: a row of `auth.webauthn_challenges`. */
export interface PasskeyChallenge {
  id: string;
  session_data: { challenge: string };
  expires_at: TimeText;
}

const CLEARED_AT_ONCE = 100;

/** Keeps a challenge, and takes some away that nobody can use any more. */
export async function insertPasskeyChallenge(
  db: Executor,
  now: Date,
  columns: { user_id: string | null; challenge_type: ChallengeType; challenge: string; expires_at: Date },
): Promise<PasskeyChallenge> {
  const { challenge, ...others } = columns;
  await db.query(
    `delete from auth.webauthn_challenges where id in (
       select id from auth.webauthn_challenges where expires_at < $1::timestamptz - interval '1 hour'
       order by expires_at limit ${CLEARED_AT_ONCE} for update skip locked)`,
    [now.toISOString()],
  );
  return insertRow<PasskeyChallenge>(db, 'webauthn_challenges', {
    ...others,
    session_data: { challenge },
    created_at: now,
  });
}

/**
 * Takes a challenge out: of several requests with the same one, one gets it. Null when it is not there, of another kind or
 * another user's.
 */
export async function takePasskeyChallenge(
  db: Executor,
  { id, type, userId }: { id: string; type: ChallengeType; userId: string | null },
): Promise<PasskeyChallenge | null> {
  const rows = await db.query<PasskeyChallenge>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning id, session_data, expires_at`,
    [id, type, userId],
  );
  return rows[0] ?? null;
}
