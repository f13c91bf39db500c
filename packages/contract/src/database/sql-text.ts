import * as z from 'zod';
import { MAX_SQL_BYTES } from '../shared/limits.ts';
import { WELL_FORMED, WITHOUT_NUL } from '../shared/names.ts';

/** SQL as people keep it: may be empty. Its size is measured in bytes of UTF-8. */
export const storedSql = z
  .string()
  .refine(
    (sql) => new TextEncoder().encode(sql).length <= MAX_SQL_BYTES,
    `must be at most ${MAX_SQL_BYTES / 1024 / 1024} MB`,
  )
  .refine(...WITHOUT_NUL)
  .refine(...WELL_FORMED);

/** SQL that is about to be run. */
export const sqlText = storedSql.refine((sql) => sql.trim() !== '', 'must not be empty');
