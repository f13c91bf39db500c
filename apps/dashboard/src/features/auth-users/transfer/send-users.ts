import { IMPORTED_USERS_AT_ONCE, type RefusedUser } from '@basalt/contract';
import { api } from '../../../api/client.ts';
import { type FirebaseParameters, fromFirebase, isOfFirebase } from './from-firebase.ts';
import { readUsers, type UserRow } from './read-users.ts';

export interface ImportOptions {
  projectRef: string;
  file: Blob;
  /** Nobody is imported when one row is refused. */
  allOrNothing: boolean;
  /** Addresses count as confirmed where a row does not say. */
  confirm: boolean;
  firebase: FirebaseParameters;
  /** Hears of how many rows were sent. */
  onSent: (rows: number) => void;
  signal: AbortSignal;
}

export interface ImportReport {
  imported: number;
  /** Those that are told, in the order of the file. */
  refused: RefusedUser[];
  refusedCount: number;
}

/** Of one call; the server takes a megabyte. */
const MOST_CHARACTERS = 600_000;
const TOLD_AT_MOST = 1_000;

/**
 * Brings a file of users in. Whatever goes wrong before the end, nobody was imported.
 * @throws {FileProblem} for a file that is none; ApiError; an AbortError when it was canceled
 */
export async function sendUsers(options: ImportOptions): Promise<ImportReport> {
  const { projectRef: ref, file, allOrNothing, onSent, signal } = options;
  const id = crypto.randomUUID();
  const refused: RefusedUser[] = [];
  let [refusedCount, sent] = [0, 0];
  try {
    for await (const rows of batches(readUsers(file), (user) => prepared(user, options))) {
      signal.throwIfAborted();
      const answer = await api.userImports.stage({ ref, id, rows }, { signal });
      refusedCount += answer.refused.length;
      refused.push(...answer.refused.slice(0, Math.max(0, TOLD_AT_MOST - refused.length)));
      sent += rows.length;
      onSent(sent);
    }
    if (sent === 0 || (allOrNothing && refusedCount > 0)) {
      await api.userImports.cancel({ ref, id });
      return { imported: 0, refused, refusedCount };
    }
    const end = await api.userImports.finish({ ref, id, all_or_nothing: allOrNothing }, { signal });
    const all = [...refused, ...end.refused].sort((one, other) => one.line - other.line);
    return {
      imported: end.imported,
      refused: all.slice(0, TOLD_AT_MOST),
      refusedCount: refusedCount + end.refused_count,
    };
  } catch (error) {
    await api.userImports.cancel({ ref, id }).catch(() => {});
    throw error;
  }
}

function prepared(user: UserRow['user'], { confirm, firebase }: ImportOptions): UserRow['user'] {
  if (isOfFirebase(user)) return fromFirebase(user, firebase);
  return confirm ? { email_confirm: true, phone_confirm: true, ...user } : user;
}

async function* batches(
  rows: AsyncIterable<UserRow>,
  prepare: (user: UserRow['user']) => UserRow['user'],
): AsyncGenerator<UserRow[]> {
  let [batch, size]: [UserRow[], number] = [[], 0];
  for await (const { line, user } of rows) {
    const row = { line, user: prepare(user) };
    const length = JSON.stringify(row).length;
    if (batch.length >= IMPORTED_USERS_AT_ONCE || (size > 0 && size + length > MOST_CHARACTERS)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(row);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
