/** A PostgreSQL array as nested lists of its elements. */
export type ArrayTree<T> = readonly (T | null | ArrayTree<T>)[];

// A quoted element, a plain one, or one of the signs around them.
const PART = /"((?:[^"\\]|\\.)*)"|([^{},"]+)|[{},]/gs;

/**
 * Reads the text form of an array (`{1,NULL,"a b"}`, `[0:1]={{…},{…}}`) and turns each element that is not NULL with
 * `element`. The text must come from the server: anything else gives some list, or null if there is none.
 */
export function parseArray<T>(text: string, element: (text: string) => T): ArrayTree<T> | null {
  const open: (T | null | ArrayTree<T>)[][] = [];
  const body = text.slice(text.indexOf('{'));
  for (const [sign, quoted, plain] of body.matchAll(PART)) {
    const current = open.at(-1);
    if (sign === '{') {
      const inner: (T | null | ArrayTree<T>)[] = [];
      current?.push(inner);
      open.push(inner);
    } else if (sign === '}') {
      const closed = open.pop();
      if (open.length === 0) return closed ?? null;
    } else if (quoted !== undefined) {
      current?.push(element(quoted.replace(/\\(.)/gs, '$1')));
    } else if (plain !== undefined) {
      current?.push(plain === 'NULL' ? null : element(plain));
    }
  }
  return null;
}
