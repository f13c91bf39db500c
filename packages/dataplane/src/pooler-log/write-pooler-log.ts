import type { PoolerLogEntry } from '@basalt/project';
import { openLogFiles } from '../log-files/write-lines.ts';
import { LineBudget } from './line-budget.ts';

/** What there was too much of is told of so often. */
const TELL_MS = 10_000;

/** What the pooler tells of a client. */
type Told = Omit<PoolerLogEntry, 'time' | 'event' | 'message'> & {
  event: Exclude<PoolerLogEntry['event'], 'left_out'>;
  /** Why it was refused, or had to leave. */
  reason: string | null;
};

export interface PoolerLog {
  add(ref: string, told: Told): void;
  close(): Promise<void>;
}

interface ProjectBudget {
  /** Of their own: a crowd that comes and goes must not hide who was refused, nor the other way about. */
  refusals: LineBudget;
  others: LineBudget;
  leftOut: Record<Told['event'], number>;
}

/**
 * Keeps what becomes of the pooler's clients in files under `root/<ref>/`, a line of JSON for each. Clients come as often as they like,
 * so of what is more than `LineBudget` gives only the number is kept.
 */
export function openPoolerLog(root: string, onError: (error: unknown) => void): PoolerLog {
  const files = openLogFiles(root, onError);
  const budgets = new Map<string, ProjectBudget>();

  const write = (ref: string, entry: PoolerLogEntry) =>
    files.add(ref, `${JSON.stringify(entry)}\n`, entry.time);

  const tellLeftOut = (now: number) => {
    for (const [ref, budget] of budgets) {
      const { leftOut, refusals, others } = budget;
      if (Object.values(leftOut).some((count) => count > 0)) {
        write(ref, leftOutEntry(leftOut, now));
        budget.leftOut = { connected: 0, disconnected: 0, refused: 0 };
      } else if (refusals.isFull(now) && others.isFull(now)) budgets.delete(ref);
    }
  };
  const timer = setInterval(() => tellLeftOut(Date.now()), TELL_MS).unref();

  function budgetOf(ref: string, now: number): ProjectBudget {
    let budget = budgets.get(ref);
    if (budget === undefined) {
      budget = {
        refusals: new LineBudget(now),
        others: new LineBudget(now),
        leftOut: { connected: 0, disconnected: 0, refused: 0 },
      };
      budgets.set(ref, budget);
    }
    return budget;
  }

  return {
    add(ref, { reason, ...told }) {
      const time = Date.now();
      const budget = budgetOf(ref, time);
      const isKept = (told.event === 'refused' ? budget.refusals : budget.others).take(time);
      if (isKept) write(ref, { time, message: wordsFor(told, reason), ...told });
      else budget.leftOut[told.event] += 1;
    },
    close() {
      clearInterval(timer);
      tellLeftOut(Date.now());
      return files.close();
    },
  };
}

function wordsFor({ event, role, milliseconds }: Omit<Told, 'reason'>, reason: string | null): string {
  switch (event) {
    case 'connected':
      return `${role} connected`;
    case 'refused':
      return reason ?? 'refused';
    case 'disconnected':
      return `${role} left after ${seconds(milliseconds ?? 0)}${reason === null ? '' : `: ${reason}`}`;
  }
}

function seconds(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  return milliseconds < 10_000
    ? `${(milliseconds / 1_000).toFixed(1)} s`
    : `${Math.round(milliseconds / 1_000)} s`;
}

function leftOutEntry(
  { connected, disconnected, refused }: ProjectBudget['leftOut'],
  now: number,
): PoolerLogEntry {
  return {
    time: now,
    event: 'left_out',
    message: `Too much to tell all of it: ${connected} more connected, ${disconnected} more left and ${refused} more were refused.`,
    mode: null,
    role: null,
    database: null,
    address: null,
    code: null,
    milliseconds: null,
    received: null,
    sent: null,
  };
}
