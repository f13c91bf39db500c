import { MAX_KEYS } from '../limits.ts';
import { invalidJson, JsonCursor, OPEN_ARRAY, OPEN_OBJECT } from './json-cursor.ts';

/** What has to be known of a JSON text before it is given to the database. */
export interface JsonOutline {
  shape: 'object' | 'array' | 'other';
  /** Of the object, or of the first object of the array; each once. */
  keys: readonly string[];
  /** Elements of the array; of an object 1. */
  rows: number;
  /** The elements are objects. */
  allObjects: boolean;
  /** They are objects with the same keys. */
  alike: boolean;
}

/** Checks a JSON text and tells its shape. @param bytes valid UTF-8 @throws {RestError} PGRST102 */
export function outlineJson(bytes: Buffer): JsonOutline {
  const cursor = new JsonCursor(bytes);
  const first = cursor.peek();
  const outline =
    first === OPEN_ARRAY
      ? outlineArray(cursor)
      : first === OPEN_OBJECT
        ? outlineObject(cursor)
        : other(cursor);
  if (cursor.peek() !== -1) throw invalidJson();
  return outline;
}

function outlineObject(cursor: JsonCursor): JsonOutline {
  const keys = new RowKeys(cursor.bytes);
  cursor.object(0, keys.take);
  keys.endRow();
  return { shape: 'object', keys: keys.names, rows: 1, allObjects: true, alike: true };
}

function outlineArray(cursor: JsonCursor): JsonOutline {
  const keys = new RowKeys(cursor.bytes);
  let rows = 0;
  let allObjects = true;
  cursor.array(0, () => {
    rows += 1;
    if (cursor.peek() !== OPEN_OBJECT) {
      allObjects = false;
      cursor.value(1);
    } else if (allObjects && keys.alike) {
      cursor.object(1, keys.take);
      keys.endRow();
    } else cursor.value(1);
  });
  return { shape: 'array', keys: keys.names, rows, allObjects, alike: allObjects && keys.alike };
}

function other(cursor: JsonCursor): JsonOutline {
  cursor.value(0);
  return { shape: 'other', keys: [], rows: 0, allObjects: false, alike: false };
}

/** Compares the keys of many objects with those of the first. Nearly always they come in the same order and spelling. */
class RowKeys {
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
