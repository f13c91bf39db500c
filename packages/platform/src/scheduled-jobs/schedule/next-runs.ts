import { nextRun } from './next-run.ts';
import { readSchedule, type Schedule } from './read-schedule.ts';

interface Known {
  /** Null: it cannot be read. */
  readonly schedule: Schedule | null;
  from: number;
  next: number | null;
}

/** The next runs of a project's schedules. Reading one and finding its next moment is done once, not at every look. */
export class NextRuns {
  #known = new Map<string, Known>();

  /** How many schedules are known. */
  get size(): number {
    return this.#known.size;
  }

  /** When a schedule runs next after a moment; null: never, or it cannot be read. */
  of(text: string, after: number): number | null {
    const known = this.#known.get(text) ?? this.#read(text);
    const { schedule } = known;
    if (schedule === null) return null;
    const isStillNext = after >= known.from && (known.next === null || after < known.next);
    if (!isStillNext) {
      known.next = nextRun(schedule, after);
      known.from = after;
    }
    return known.next;
  }

  /** Forgets all but these. */
  keep(texts: readonly string[]): void {
    const kept = new Set(texts);
    for (const text of this.#known.keys()) if (!kept.has(text)) this.#known.delete(text);
  }

  #read(text: string): Known {
    const known: Known = { schedule: scheduleOf(text), from: Number.POSITIVE_INFINITY, next: null };
    this.#known.set(text, known);
    return known;
  }
}

function scheduleOf(text: string): Schedule | null {
  try {
    return readSchedule(text);
  } catch {
    return null;
  }
}
