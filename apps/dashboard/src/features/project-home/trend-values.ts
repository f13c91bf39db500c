import type { BackupOverview, ResourceUsage, Usage } from '@basalt/contract';

/** What a trend says: a figure, what stands beside it, and how it came about. */
export interface Trend {
  figure: string;
  hint: string;
  /** Oldest first; null where nothing is known. */
  values: (number | null)[];
  /** What a full bar stands for, where that is no matter of the values. */
  top?: number;
}

const counts = new Intl.NumberFormat('en');
const UNKNOWN = 'Not measured yet';

/**
 * The connections of the last day: how many there are, of how many, and how many there were at most. The limit of an attached
 * database's server is not known.
 */
export function connectionTrend(
  { samples, limits }: Pick<ResourceUsage, 'samples' | 'limits'>,
  isAttached = false,
): Trend {
  const values = samples.map(({ connections }) => connections);
  const known = values.filter((value) => value !== null);
  const now = known.at(-1);
  if (now === undefined) return { figure: '–', hint: UNKNOWN, values };
  const most = Math.ceil(Math.max(...known));
  const figure = counts.format(Math.round(now));
  const hint = `${counts.format(most)} at most in 24 hours`;
  if (isAttached) return { figure, hint, values };
  return {
    figure: `${figure} of ${counts.format(limits.connections)}`,
    hint,
    values,
    top: limits.connections,
  };
}

/** What the database takes of its disk, and what that was at the start. */
export function diskTrend(days: Usage['days'], words: (bytes: number) => string): Trend {
  const values = days.map(({ database_bytes }) => database_bytes ?? null);
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return { figure: '–', hint: UNKNOWN, values };
  const grown = last - first;
  const hint =
    Math.abs(grown) < last / 100
      ? `As much as ${counts.format(days.length)} days ago`
      : `${words(Math.abs(grown))} ${grown > 0 ? 'more' : 'less'} than ${counts.format(days.length)} days ago`;
  return { figure: words(last), hint: known.length < 2 ? 'Measured since today' : hint, values };
}

/** Who signed in or stayed signed in this month; a bar is a day, and a new month begins with none. */
export function userTrend(days: Usage['days']): Trend {
  const values = days.map(({ active_users }) => active_users ?? null);
  return { figure: counts.format(values.at(-1) ?? 0), hint: 'Signed in this month', values };
}

/** The newest backup that was restored and read to the end, and when the newest one was taken; null: there is none yet. */
export function verifiedBackup({ backups }: Pick<BackupOverview, 'backups'>): {
  verified: string | null;
  taken: string | null;
} {
  const done = backups.filter(({ state }) => state === 'done');
  const good = done.flatMap(({ verified_at, verify_error }) =>
    verified_at !== null && verify_error === null ? [verified_at] : [],
  );
  const taken = done.flatMap(({ finished_at }) => finished_at ?? []);
  return { verified: newest(good), taken: newest(taken) };
}

function newest(moments: readonly string[]): string | null {
  return moments.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}
