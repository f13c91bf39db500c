import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { namedInput, objectListInput, oid, oidText } from './schema/object-input.ts';

/** How much an index takes and gives. */
export const indexUse = z.object({
  id: oid,
  bytes: z.number(),
  /** How often it was read since the statistics began. */
  scans: z.number(),
  /** The name of another index of the table with the very same columns, which makes this one superfluous. */
  duplicate_of: z.string().nullable(),
});
export type IndexUse = z.infer<typeof indexUse>;

export const extensionUse = z.object({
  /** Versions that could be installed, in no order of their age. */
  versions: z.array(z.string()),
  /** Extensions that it needs. */
  requires: z.array(z.string()),
  /** What depends on its objects and would go with them, in PostgreSQL's words; at most {@link MAX_DEPENDENTS}. */
  dependents: z.array(z.string()),
});
export type ExtensionUse = z.infer<typeof extensionUse>;

export const MAX_DEPENDENTS = 50;

/** What makes an object of a schema again, together with the others. */
export const scriptObject = z.object({
  schema: z.string(),
  name: z.string(),
  /** Null when it cannot be written out now. */
  sql: z.string().nullable(),
  /** To be run when all objects are there, such as foreign keys; null when there is nothing. */
  after: z.string().nullable(),
  /** Objects with a smaller one come first. */
  rank: z.number(),
});
export type ScriptObject = z.infer<typeof scriptObject>;

/** What the pages about a database tell beyond the schema API. */
export const objectDetails = {
  /** The statement that makes an object again; null when it cannot be written out now. */
  definition: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/definitions/{kind}/{id}' })
    .input(z.object({ ref: projectRef, kind: z.enum(['trigger', 'type', 'publication']), id: oidText }))
    .output(z.object({ sql: z.string().nullable() })),
  /** Statements that make types and tables of schemas, a page of them. */
  scripts: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/scripts/{kind}' })
    .input(objectListInput.extend({ kind: z.enum(['types', 'tables']) }))
    .output(z.array(scriptObject)),
  /** For the indexes of the same page of `listIndexes`. */
  indexUse: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/index-use' })
    .input(objectListInput)
    .output(z.array(indexUse)),
  /** Its id is the extension's name. */
  extensionUse: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/extension-use/{id}' })
    .input(namedInput)
    .output(extensionUse),
};
