import type { PipelineStatement } from './pipeline.ts';

/** A statement on its way to be prepared. */
export interface Preparation {
  readonly key: string;
  readonly name: string;
}

/** Preparing a longer text again costs less than keeping it. */
const MAX_KEPT_LENGTH = 16 * 1024;

/** What tells prepared statements apart; null for those that are not kept. */
export function statementKey({ sql, reuse, planKey = '' }: PipelineStatement): string | null {
  return reuse && sql.length <= MAX_KEPT_LENGTH ? `${planKey.length}:${planKey}${sql}` : null;
}

/**
 * The statements that one connection has prepared, those unused for longest leaving first. Only what the server has
 * acknowledged is in here: groups in flight never depend on each other, each prepares what it does not find.
 */
export class StatementCache {
  readonly #limit: number;
  readonly #names = new Map<string, string>();
  #dropped: string[] = [];
  #made = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The name of a prepared statement, which counts as used now. */
  find(key: string): string | undefined {
    const name = this.#names.get(key);
    if (name === undefined) return undefined;
    this.#names.delete(key);
    this.#names.set(key, name);
    return name;
  }

  begin(key: string): Preparation {
    this.#made += 1;
    return { key, name: `basalt_${this.#made}` };
  }

  /** The server has prepared it. */
  keep({ key, name }: Preparation): void {
    if (this.#names.has(key)) {
      this.#dropped.push(name);
      return;
    }
    this.#names.set(key, name);
    if (this.#names.size <= this.#limit) return;
    for (const [oldest, itsName] of this.#names) {
      this.#names.delete(oldest);
      this.#dropped.push(itsName);
      break;
    }
  }

  /** For when the server's statements are no longer what we think. */
  forgetAll(): void {
    this.#dropped.push(...this.#names.values());
    this.#names.clear();
  }

  /** Names that the server is to forget, each given out once. Groups sent before still use them. */
  takeDropped(): readonly string[] {
    const dropped = this.#dropped;
    if (dropped.length > 0) this.#dropped = [];
    return dropped;
  }
}
