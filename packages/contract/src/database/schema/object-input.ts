import * as z from 'zod';
import { projectRef, queryBoolean, storableText } from '../../shared/names.ts';

/** Names of schemas with commas between them. */
export const schemaNames = storableText
  .max(10_000, 'must be at most 10,000 characters')
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .optional();

/** Of a list that does not depend on schemas. Without `limit` it is whole. */
export const pageInput = z.object({
  ref: projectRef,
  limit: z.coerce.number().int().min(0).optional(),
  offset: z.coerce.number().int().min(0).default(0),
});

export const roleListInput = pageInput.extend({
  /** PostgreSQL's own too. */
  include_system_schemas: queryBoolean.default(false),
});

export const objectListInput = roleListInput.extend({
  /** Only these; without it all but PostgreSQL's own. */
  included_schemas: schemaNames,
  excluded_schemas: schemaNames,
});

export const relationListInput = objectListInput.extend({
  include_columns: queryBoolean.default(true),
});

const MAX_OID = 4_294_967_295;

/** An oid in an address. */
export const oidText = z
  .string()
  .regex(/^\d{1,10}$/, 'must be the number of an object')
  .refine((text) => Number(text) <= MAX_OID, `must be at most ${MAX_OID}`);

export const objectInput = z.object({ ref: projectRef, id: oidText });

export const columnId = z
  .string()
  .regex(/^\d{1,10}\.\d{1,4}$/, 'must be the number of a table, a dot and the number of a column')
  .refine((text) => Number.parseInt(text, 10) <= MAX_OID, `must begin with at most ${MAX_OID}`);

export const columnInput = z.object({ ref: projectRef, id: columnId });

export const namedInput = z.object({
  ref: projectRef,
  id: storableText.min(1, 'must not be empty').max(256),
});

/** Oid. */
export const oid = z.number().int();
/** A number within the safe range, otherwise text. */
export const bigInteger = z.union([z.number(), z.string()]);
