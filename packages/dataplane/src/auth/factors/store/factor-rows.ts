import { randomUUID } from 'node:crypto';
import type { FactorRow } from '../../store/factors.ts';
import type { Executor } from '../../store/run-transaction.ts';
import { insertRow, updateRow } from '../../store/write-row.ts';

const COLUMNS = `id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at`;

/** Locked, so that attempts at one factor follow each other. Null also when the factor is somebody else's. */
export async function findFactor(db: Executor, userId: string, id: string): Promise<FactorRow | null> {
  const rows = await db.query<FactorRow>(
    `select ${COLUMNS} from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  return rows[0] ?? null;
}

export function insertFactor(
  db: Executor,
  now: Date,
  columns: Pick<FactorRow, 'user_id' | 'factor_type'> &
    Partial<Pick<FactorRow, 'friendly_name' | 'secret' | 'phone'>>,
): Promise<FactorRow> {
  const time = now.toISOString();
  return insertRow<FactorRow>(db, 'mfa_factors', {
    id: randomUUID(),
    status: 'unverified',
    created_at: time,
    updated_at: time,
    ...columns,
  });
}

export function updateFactor(
  db: Executor,
  now: Date,
  id: string,
  changes: Partial<Pick<FactorRow, 'status'>>,
): Promise<FactorRow | null> {
  return updateRow<FactorRow>(db, 'mfa_factors', id, { ...changes, updated_at: now.toISOString() });
}

/** No two rows of the table may have the same time here, so it is made a little later by chance, as no other row has it. */
export async function noteChallenged(db: Executor, now: Date, id: string): Promise<void> {
  await db.query(
    `update auth.mfa_factors set updated_at = $2, last_challenged_at = (
       select moment
       from (select $2::timestamptz + floor(random() * 1000) * interval '1 microsecond' as moment
         from generate_series(1, 8)) as drawn
       where not exists (select from auth.mfa_factors as other where other.last_challenged_at = moment)
       limit 1)
     where id = $1`,
    [id, now.toISOString()],
  );
}

/** Takes back what was noted at that moment, unless there was another challenge since. */
export async function forgetChallenged(db: Executor, now: Date, id: string): Promise<void> {
  await db.query(
    `update auth.mfa_factors set last_challenged_at = null
     where id = $1 and last_challenged_at < $2::timestamptz + interval '1 millisecond'`,
    [id, now.toISOString()],
  );
}

export async function deleteFactor(db: Executor, id: string): Promise<void> {
  await db.query('delete from auth.mfa_factors where id = $1', [id]);
}

/** Enrolments that were begun and never finished: those before a time, or those of one kind. */
export async function deleteUnverifiedFactors(
  db: Executor,
  userId: string,
  which: { before: Date } | { type: FactorRow['factor_type'] },
): Promise<void> {
  const [condition, value] =
    'before' in which
      ? ['created_at < $2::timestamptz', which.before.toISOString()]
      : ['factor_type = $2::auth.factor_type', which.type];
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and ${condition}`,
    [userId, value],
  );
}

/** The unfinished enrolment of a phone number: a user has one factor per number. */
export async function deletePhoneFactor(db: Executor, userId: string, phone: string): Promise<void> {
  await db.query(`delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'`, [
    userId,
    phone,
  ]);
}
