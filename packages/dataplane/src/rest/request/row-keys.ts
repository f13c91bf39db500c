import { MAX_KEYS } from './limits.ts';

/** Compares the keys of many objects with those of the first. Nearly always they come in the same order and spelling. */
export class RowKeys {
  /** Of the first object, each once, at most MAX_KEYS. */
  readonly names: string[] = [];
  /** Whether every object so far has exactly these keys. */
  alike = true;
  readonly #bytes: Buffer;
  readonly #indices = new Map<string, number>();
  /** The keys of the first object as they are written: start, end and index among the names, one after the other. */
  readonly #written: number[] = [];
  /** By index: the last row that has it. */
  readonly #seen: number[] = [];
  /** The first object has more keys than any table has columns: they are not compared. */
  #tooMany = false;
  #row = 0;
  #position = 0;
  #distinct = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** A key of the present object, as it is written with its quotes. */
  readonly take = (start: number, end: number): void => {
    if (!this.alike || this.#tooMany) return;
    if (this.#row === 0) this.#learn(start, end);
    else this.#compare(start, end);
    this.#position += 3;
  };

  endRow(): void {
    if (this.#row > 0 && !this.#tooMany && this.#distinct !== this.names.length) this.alike = false;
    this.#row += 1;
    this.#position = 0;
    this.#distinct = 0;
  }

  #learn(start: number, end: number): void {
    const name = this.#read(start, end);
    let index = this.#indices.get(name);
    if (index === undefined) {
      if (this.names.length === MAX_KEYS) {
        this.#tooMany = true;
        return;
      }
      index = this.names.push(name) - 1;
      this.#indices.set(name, index);
      this.#seen.push(0);
    }
    this.#written.push(start, end, index);
  }

  #compare(start: number, end: number): void {
    const index = this.#sameAsFirst(start, end) ?? this.#indices.get(this.#read(start, end));
    if (index === undefined) {
      this.alike = false;
    } else if (this.#seen[index] !== this.#row) {
      this.#seen[index] = this.#row;
      this.#distinct += 1;
    }
  }

  #sameAsFirst(start: number, end: number): number | undefined {
    const from = this.#written[this.#position];
    const to = this.#written[this.#position + 1];
    if (from === undefined || to === undefined || to - from !== end - start) return undefined;
    for (let offset = to - from - 1; offset >= 0; offset -= 1)
      if (this.#bytes[from + offset] !== this.#bytes[start + offset]) return undefined;
    return this.#written[this.#position + 2];
  }

  #read(start: number, end: number): string {
    const text = this.#bytes.toString('utf8', start, end);
    return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
  }
}
