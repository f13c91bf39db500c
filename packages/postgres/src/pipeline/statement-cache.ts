import type { PipelineStatement } from './pipeline.ts';

/** A statement on its way to be prepared. */
export interface Preparation {
  readonly sql: string;
  readonly planKey: string;
  readonly name: string;
}

/** Preparing a longer text again costs less than keeping it. */
const MAX_KEPT_LENGTH = 16 * 1024;

/** Whether a statement is worth keeping. */
export function isKept({ sql, reuse }: PipelineStatement): boolean {
  return reuse && sql.length <= MAX_KEPT_LENGTH;
}

interface Prepared {
  readonly preparation: Preparation;
  /** Greater than that of what was used before it. */
  usedAt: number;
}

/**
 * The statements that one connection has prepared, those unused for longest leaving first. Only what the server has
 * acknowledged is in here: groups in flight never depend on each other, each prepares what it does not find.
 */
export class StatementCache {
  readonly #limit: number;
  /** By text, then by plan key. Texts that come again are the same string: put together with the key they would not be. */
  readonly #prepared = new Map<string, Map<string, Prepared>>();
  #size = 0;
  #dropped: string[] = [];
  #made = 0;
  #uses = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The name of a prepared statement, which counts as used now. */
  find({ sql, planKey = '' }: Pick<PipelineStatement, 'sql' | 'planKey'>): string | undefined {
    const prepared = this.#prepared.get(sql)?.get(planKey);
    if (prepared === undefined) return undefined;
    this.#uses += 1;
    prepared.usedAt = this.#uses;
    return prepared.preparation.name;
  }

  begin({ sql, planKey = '' }: Pick<PipelineStatement, 'sql' | 'planKey'>): Preparation {
    this.#made += 1;
    return { sql, planKey, name: `basalt_${this.#made}` };
  }

  /** The server has prepared it. */
  keep(preparation: Preparation): void {
    const { sql, planKey, name } = preparation;
    const ofText = this.#prepared.get(sql) ?? new Map<string, Prepared>();
    if (ofText.has(planKey)) {
      this.#dropped.push(name);
      return;
    }
    this.#uses += 1;
    ofText.set(planKey, { preparation, usedAt: this.#uses });
    this.#prepared.set(sql, ofText);
    this.#size += 1;
    if (this.#size > this.#limit) this.#dropOldest();
  }

  /** For when the server's statements are no longer what we think. */
  forgetAll(): void {
    for (const { preparation } of this.#all()) this.#dropped.push(preparation.name);
    this.#prepared.clear();
    this.#size = 0;
  }

  /** Names that the server is to forget, each given out once. Groups sent before still use them. */
  takeDropped(): readonly string[] {
    const dropped = this.#dropped;
    if (dropped.length > 0) this.#dropped = [];
    return dropped;
  }

  // Looks at all of them: that is little beside preparing a statement, which led here.
  #dropOldest(): void {
    const { preparation } = this.#all().reduce((oldest, each) =>
      each.usedAt < oldest.usedAt ? each : oldest,
    );
    const { sql, planKey, name } = preparation;
    const ofText = this.#prepared.get(sql);
    ofText?.delete(planKey);
    if (ofText?.size === 0) this.#prepared.delete(sql);
    this.#size -= 1;
    this.#dropped.push(name);
  }

  #all(): Prepared[] {
    return [...this.#prepared.values()].flatMap((ofText) => [...ofText.values()]);
  }
}
