import { invalidJson, JsonCursor, OPEN_ARRAY, OPEN_OBJECT } from './json-cursor.ts';
import { RowKeys } from './row-keys.ts';

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
