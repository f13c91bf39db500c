/** What the other place lacks, in the words of the keys. */
export type Step =
  /** An object is to be there as it is here. */
  | { kind: 'put'; key: string; bytes?: Buffer }
  /** The same, and the store may copy it from what it has under another key. */
  | { kind: 'copy'; key: string; from: string }
  /** Bytes from `start` to `end` of an object that grows. Without `parts` they are read here. */
  | { kind: 'grow'; key: string; start: number; end: number; parts?: { offset: number; bytes: Buffer }[] }
  | { kind: 'remove'; prefix: string };

/** Of an object that grows, so many bytes wait in memory; more are read again. */
const MOST_PARTS_BYTES = 1024 * 1024;

interface Waiting {
  step: Step;
  since: number;
}

/**
 * What is to be done elsewhere for one project, in the order in which it was done here. It is done in rounds: what comes while a
 * round is at work waits for the next one, where it takes the place of what it replaces. So every round ends, and small objects,
 * which say what else is there, never arrive before it.
 */
export class LaneQueue {
  #round = new Map<string, Waiting>();
  #next = new Map<string, Waiting>();

  get size(): number {
    return this.#round.size + this.#next.size;
  }

  /** When the oldest that waits was added, in milliseconds since 1970. Null: nothing waits. */
  get since(): number | null {
    const [first] = [...this.#round.values(), ...this.#next.values()];
    return first?.since ?? null;
  }

  add(step: Step, now: number): void {
    const id = idOf(step);
    const known = this.#next.get(id);
    this.#next.delete(id);
    if (step.kind === 'remove')
      for (const [each, { step: of }] of this.#next)
        if (of.kind !== 'remove' && of.key.startsWith(step.prefix)) this.#next.delete(each);
    const merged = known?.step.kind === 'grow' && step.kind === 'grow' ? grownBy(known.step, step) : step;
    this.#next.set(id, { step: merged, since: now });
  }

  /** What comes next; null when nothing waits. It stays until it is {@link done}. */
  first(): Step | null {
    if (this.#round.size === 0) [this.#round, this.#next] = [this.#next, this.#round];
    const [first] = this.#round.values();
    return first?.step ?? null;
  }

  done(step: Step): void {
    this.#round.delete(idOf(step));
  }

  /** Something else is kept under a key now: copies that wait for their turn are of what was there before. */
  sourceChanged(isChanged: (key: string) => boolean): void {
    for (const each of [...this.#round.values(), ...this.#next.values()]) {
      const { step } = each;
      if (step.kind === 'copy' && isChanged(step.from)) each.step = { kind: 'put', key: step.key };
    }
  }

  /** Whether something waits that writes or removes what is kept under this key. */
  touches(key: string): boolean {
    return [...this.#round.values(), ...this.#next.values()].some(({ step }) =>
      step.kind === 'remove' ? key.startsWith(step.prefix) : step.key === key,
    );
  }
}

function idOf(step: Step): string {
  return step.kind === 'remove' ? `- ${step.prefix}` : `+ ${step.key}`;
}

type Grow = Extract<Step, { kind: 'grow' }>;

function grownBy(before: Grow, { key, start, end, parts }: Grow): Grow {
  const range = { key, start: Math.min(before.start, start), end: Math.max(before.end, end) };
  if (before.parts === undefined || parts === undefined) return { kind: 'grow', ...range };
  const all = [...before.parts, ...parts];
  const bytes = all.reduce((sum, part) => sum + part.bytes.length, 0);
  return { kind: 'grow', ...range, ...(bytes <= MOST_PARTS_BYTES && { parts: all }) };
}

/** Small objects that say what else is there. They are copied as they were when it was their turn, and after everything else. */
export function tells(key: string): boolean {
  return key.endsWith('.json');
}

/** A line of the notes of a lane: `+` was put, `~` grows, `-` is removed, `=` is in both places. */
export type NoteSign = '+' | '~' | '-' | '=';

/**
 * What the notes that a killed process has left ask for. Which of it was done already they do not say, so all of it is done again:
 * small objects, which say what else is there, after everything else.
 */
export function stepsOfNotes(lines: readonly string[]): Step[] {
  const keys = new Map<string, NoteSign>();
  const removed = new Set<string>();
  for (const line of lines) {
    const [sign, name] = [line[0] as NoteSign, line.slice(2)];
    if (sign === '-') {
      for (const key of keys.keys()) if (key.startsWith(name)) keys.delete(key);
      removed.add(name);
    } else if (sign !== '=') keys.set(name, sign);
    // Removing what was there before removes it as well.
    else if (![...removed].some((prefix) => name.startsWith(prefix))) keys.delete(name);
  }
  const writes = [...keys].map(([key, sign]): Step => {
    // Nobody writes as far as this: to the end, whatever that is.
    return sign === '~'
      ? { kind: 'grow', key, start: 0, end: Number.MAX_SAFE_INTEGER }
      : { kind: 'put', key };
  });
  const isTelling = (step: Step): boolean => step.kind === 'put' && tells(step.key);
  const isWrittenAgain = (prefix: string) => [...keys.keys()].some((key) => key.startsWith(prefix));
  const removes = [...removed].map((prefix): Step => ({ kind: 'remove', prefix }));
  const early = removes.filter((step) => step.kind === 'remove' && isWrittenAgain(step.prefix));
  return [
    ...early,
    ...writes.filter((step) => !isTelling(step)),
    ...writes.filter(isTelling),
    ...removes.filter((step) => !early.includes(step)),
  ];
}
