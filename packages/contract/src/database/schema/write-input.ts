import * as z from 'zod';
import { MAX_SQL_BYTES } from '../../shared/limits.ts';
import { projectRef, queryBoolean, storableText } from '../../shared/names.ts';
import { columnInput, namedInput, objectInput } from './object-input.ts';

/** PostgreSQL cuts longer names off. */
const MAX_NAME_BYTES = 63;

/** The name of something in a database. */
export const objectName = storableText
  .min(1, 'must not be empty')
  .refine(
    (name) => new TextEncoder().encode(name).length <= MAX_NAME_BYTES,
    `must be at most ${MAX_NAME_BYTES} bytes`,
  );

/** An expression, or a type, as SQL: `numeric(10,2)`, `now()`. */
export const sqlPart = storableText.min(1, 'must not be empty').max(100_000);
/** The body of a function. */
export const sqlBody = storableText.max(MAX_SQL_BYTES);
/** Null takes it away. */
export const commentText = storableText.max(100_000).nullable();

const preview = { preview: queryBoolean.default(false) };
/** With `preview` nothing runs, and the answer is what would: `{ statements }`. */
const createQuery = z.object(preview).prefault({});
/** With `cascade` what depends on the object goes with it. */
const deleteQuery = z.object({ ...preview, cascade: queryBoolean.default(false) }).prefault({});

const idOf = { oid: objectInput, column: columnInput, name: namedInput };
/** How the object in an address is named: by its oid, by that of its table and a number, or by its name. */
export type IdKind = keyof typeof idOf;

export function createInput<Body extends z.ZodType>(body: Body) {
  return z.object({ params: z.object({ ref: projectRef }), query: createQuery, body });
}

export function updateInput<Kind extends IdKind, Body extends z.ZodType>(kind: Kind, body: Body) {
  return z.object({ params: idOf[kind], query: createQuery, body });
}

export function deleteInput<Kind extends IdKind>(kind: Kind) {
  return z.object({ params: idOf[kind], query: deleteQuery });
}

/** The answer of a writing call that was asked with `preview=true`. */
export const statementsPreview = z.object({ statements: z.array(z.string()) });
