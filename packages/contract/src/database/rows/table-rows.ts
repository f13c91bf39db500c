import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../../shared/names.ts';
import { oidText } from '../schema/object-input.ts';
import { gridTable } from './grid-table.ts';

/** Values that one page sends, in bytes; a longer one is cut and can be read whole by `cell`. */
export const SHOWN_CELL_BYTES = 2_000;
export const MAX_ROWS_PER_PAGE = 1_000;
export const DEFAULT_ROWS_PER_PAGE = 100;
/** Changes that are saved as one transaction. */
export const MAX_ROW_CHANGES = 10_000;

const columnName = storableText.min(1, 'must not be empty').max(256);
/** A value as PostgreSQL writes it; null is NULL. */
const value = storableText.nullable();
/** The columns of the table's key with their values. */
const rowKey = z.record(columnName, storableText);

const tableInput = z.object({ ref: projectRef, id: oidText });

export const rowFilter = z.object({
  column: columnName,
  /** As in the addresses of the table editor; `is` takes null, true, false, unknown, not null. */
  operator: z.enum(['=', '<>', '>', '<', '>=', '<=', '~~', '~~*', 'in', 'is']),
  value: storableText.max(100_000),
});

export const rowSort = z.object({ column: columnName, ascending: z.boolean() });

/** As whom rows are read: row-level security is applied as the Data API would. */
export const viewAs = z.object({
  role: z.enum(['anon', 'authenticated']),
  /** One of the project's users. */
  user_id: z.uuid().optional(),
});
export type ViewAs = z.infer<typeof viewAs>;

const selection = tableInput.extend({
  filters: z.array(rowFilter).max(100).default([]),
  as: viewAs.optional(),
});

const pageInput = selection.extend({
  sorts: z.array(rowSort).max(32).default([]),
  limit: z.number().int().min(1).max(MAX_ROWS_PER_PAGE).default(DEFAULT_ROWS_PER_PAGE),
  offset: z.number().int().min(0).optional(),
  /** `next` of the page before; in place of `offset`. */
  cursor: z.string().max(1_000_000).optional(),
});

/** Numbers of row and column, and how many bytes the value has. Of large JSON, arrays and the like: as it is stored. */
const cutValue = z.object({ row: z.number().int(), column: z.number().int(), bytes: z.number() });

export const rowPage = z.object({
  /** Names of the columns, in the order of the values. */
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  /** Values of which only the beginning is there, or nothing. Columns of the key are whole. */
  cut: z.array(cutValue),
  /** One for each row, for `save` to notice that it has changed; null where PostgreSQL has none. */
  versions: z.array(z.string()).nullable(),
  /** Where the next page begins; null after the last. */
  next: z.string().nullable(),
  /** The statement, with its values written into it. */
  sql: z.string(),
  milliseconds: z.number(),
});
export type RowPage = z.infer<typeof rowPage>;

/** A value of a column that is to be what its default says. */
export const DEFAULT_VALUE = { default: true } as const;
const newValue = z.union([value, z.object({ default: z.literal(true) })]);
const newValues = z.record(columnName, newValue);

export const rowChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('insert'), values: newValues }),
  z.object({
    kind: z.literal('update'),
    key: rowKey,
    values: newValues,
    /** As the page had it. Without it the row is changed whatever has become of it. */
    version: z.string().max(64).optional(),
  }),
  z.object({ kind: z.literal('delete'), key: rowKey, version: z.string().max(64).optional() }),
]);
export type RowChange = z.infer<typeof rowChange>;

const changesInput = tableInput.extend({ changes: z.array(rowChange).min(1).max(MAX_ROW_CHANGES) });

/** `details` of the error `conflict`: somebody else has changed or deleted the row since it was read. */
export interface RowConflict {
  /** Which of the changes, from 0. */
  change: number;
  /** The row as it is now, in the order of the table's columns; null when it is gone. */
  row: (string | null)[] | null;
  version: string | null;
}

/** What `details` of a `sql_error` has beside what PostgreSQL said. */
export interface RowFailure {
  /** Which of the changes, from 0; null when the transaction failed at its end. */
  change: number | null;
  column: string | null;
}

/** What one policy says about one row. */
const policyAnswer = z.object({
  name: z.string(),
  kind: z.enum(['permissive', 'restrictive']),
  /** Its condition on rows that are read; null: it has none. */
  expression: z.string().nullable(),
  result: z.enum(['true', 'false', 'null', 'error']),
  /** What the database said in place of an answer. */
  problem: z.string().nullable(),
});

/** Why somebody sees a row, or does not. */
export const rowReach = z.object({
  /** Whether there is a row with this key. */
  is_found: z.boolean(),
  is_seen: z.boolean(),
  /** The right that is missing to read anything of the table. */
  missing_privilege: z.enum(['schema', 'table']).nullable(),
  is_rls_active: z.boolean(),
  /** Those for reading that are for this role, restrictive ones first. */
  policies: z.array(policyAnswer),
  /** How many policies of the table are for other roles, or not for reading. */
  other_policies: z.number().int(),
});
export type RowReach = z.infer<typeof rowReach>;

/** Rows of one table or view, page by page, and changes to them. */
export const tableRows = {
  table: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/tables/{id}' })
    .input(tableInput)
    .output(gridTable),
  list: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/rows' })
    .input(pageInput)
    .output(rowPage),
  /** How many rows the filters leave: PostgreSQL's estimate, or counted. Null when counting takes longer than 15 s. */
  count: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/rows/count' })
    .input(selection.extend({ exact: z.boolean().default(false) }))
    .output(z.object({ rows: z.number().nullable(), is_exact: z.boolean(), sql: z.string() })),
  /** One value, whole. */
  cell: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/cell' })
    .input(tableInput.extend({ key: rowKey, column: columnName, as: viewAs.optional() }))
    .output(z.object({ value })),
  /** Whether somebody sees the row with this key, and what each policy says about it. */
  explainRow: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/rows/explain' })
    .input(tableInput.extend({ key: rowKey, as: viewAs }))
    .output(rowReach),
  /** The statements that `save` would run, with their values written into them. Nothing runs. */
  preview: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/changes/preview' })
    .input(changesInput)
    .output(z.object({ statements: z.array(z.string()) })),
  /** All changes in one transaction, or none. */
  save: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/changes' })
    .input(changesInput)
    .output(
      z.object({
        /** For each change the row as it is now, in the order of the table's columns; null for a deleted one. */
        rows: z.array(z.array(z.string().nullable()).nullable()),
        /** Values that were cut, as on a page; `row` is the number of the change. */
        cut: z.array(cutValue),
        versions: z.array(z.string().nullable()),
      }),
    ),
  /** Prepares a file of all rows that the filters leave; `fileUrl` streams it once, within a minute. */
  exportRows: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/{id}/rows/export' })
    .input(
      selection.extend({
        sorts: z.array(rowSort).max(32).default([]),
        format: z.enum(['csv', 'sql', 'json']),
        /** Only these rows. */
        keys: z.array(rowKey).max(MAX_ROW_CHANGES).optional(),
      }),
    )
    .output(z.object({ fileUrl: z.string() })),
};
