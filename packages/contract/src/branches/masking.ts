import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** What becomes of the values of a column in a masked branch. */
export const MASK_RULES = [
  'keep',
  /** Null, or where there must be a value an empty one. */
  'null',
  /** The same for the same value within a branch, and nothing can be found out from it. */
  'hash',
  'email',
  'name',
  'phone',
  'address',
  'company',
  'url',
  'ip',
  /** Between half and one and a half times as much. */
  'number',
  /** Up to half a year earlier or later. */
  'date',
] as const;
export type MaskRule = (typeof MASK_RULES)[number];

/** Of what kind the values of a column are, which decides what may become of them. */
export const MASK_KINDS = [
  'text',
  'uuid',
  'number',
  'date',
  'address',
  'document',
  'plain',
  'other',
] as const;
export type MaskKind = (typeof MASK_KINDS)[number];

/** What may become of values of a kind. `plain` are flags, enumerations and ranges. */
export const RULES_OF_KIND: Readonly<Record<MaskKind, readonly MaskRule[]>> = {
  text: ['keep', 'null', 'hash', 'email', 'name', 'phone', 'address', 'company', 'url', 'ip'],
  uuid: ['keep', 'null', 'hash'],
  number: ['keep', 'null', 'number'],
  date: ['keep', 'null', 'date'],
  address: ['keep', 'null', 'ip'],
  document: ['keep', 'null'],
  plain: ['keep', 'null'],
  other: ['keep', 'null'],
};

/** As many rows at most; null: all of them. */
const mostRows = z.number().int().min(0).max(1_000_000_000).nullable();
const name = z.string().min(1).max(63);

const tableRules = z.strictObject({
  schema: name,
  table: name,
  most_rows: mostRows,
  /** Only those with a rule of their own. */
  columns: z.array(z.strictObject({ name, rule: z.enum(MASK_RULES) })).max(1_600),
});
export type MaskTableRules = z.infer<typeof tableRules>;

export const maskingRules = z.array(tableRules).max(2_000);

const maskedColumn = z.object({
  name: z.string(),
  /** As the database writes it: `character varying(20)`. */
  type: z.string(),
  kind: z.enum(MASK_KINDS),
  nullable: z.boolean(),
  /** What happens unless a rule says otherwise. */
  usual: z.enum(MASK_RULES),
  /** Null: as usual. */
  rule: z.enum(MASK_RULES).nullable(),
});
export type MaskedColumn = z.infer<typeof maskedColumn>;

const maskedTable = z.object({
  schema: z.string(),
  table: z.string(),
  most_rows: mostRows,
  columns: z.array(maskedColumn),
});
export type MaskedTable = z.infer<typeof maskedTable>;

export const branchMasking = {
  /** The tables of a project with what becomes of their rows in a masked branch. */
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/branch-masking' })
    .input(z.object({ ref: projectRef }))
    .output(z.object({ tables: z.array(maskedTable) })),
  /** In place of all rules before. */
  set: oc
    .route({ method: 'PUT', path: '/platform/projects/{ref}/branch-masking', successStatus: 204 })
    .input(z.strictObject({ ref: projectRef, tables: maskingRules }))
    .output(z.void()),
};
