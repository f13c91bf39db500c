import type { Relation } from '../../schema-cache/schema-cache.ts';
import { quoteName } from './quote-name.ts';

// PostgreSQL cuts names at 63 bytes: what is added must still fit.
const MAX_BASE_BYTES = 48;

/** Gives out names for the tables of one statement, none twice, in the same order for the same request. */
export class AliasPool {
  readonly #taken = new Set<string>();
  #count = 0;

  /** A relation's own name, so that errors of the database speak of it; another one if a column is called so too. */
  forRoot(name: string, relation: Relation | null): string {
    if (relation?.columns.has(name) || Buffer.byteLength(name) > MAX_BASE_BYTES) return this.next('rows');
    this.#taken.add(name);
    return quoteName(name);
  }

  /** `clients_1` */
  forEmbed(relation: Relation): string {
    const base = Buffer.byteLength(relation.name) > MAX_BASE_BYTES ? 'rows' : relation.name;
    return this.next(base, relation);
  }

  next(base: string, relation: Relation | null = null): string {
    for (;;) {
      this.#count += 1;
      const name = `${base}_${this.#count}`;
      if (this.#taken.has(name) || relation?.columns.has(name)) continue;
      this.#taken.add(name);
      return quoteName(name);
    }
  }
}
