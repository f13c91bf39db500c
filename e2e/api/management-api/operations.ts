import { readFileSync } from 'node:fs';
import * as z from 'zod';

type Schema = Parameters<typeof z.fromJSONSchema>[0];

/** The bare shape of an operation of the public management API, as clients were generated from it. */
export interface Operation {
  method: string;
  path: string;
  query: { name: string; required: boolean; schema: Schema }[];
  /** Of a body that is JSON. */
  request?: Schema;
  /** When it works. */
  status: number;
  /** Of an answer that is JSON. */
  answer?: Schema;
}

/** All of them. The file is written by scripts/management-api-shapes.mjs. */
export const OPERATIONS = JSON.parse(
  readFileSync(new URL('./operations.generated.json', import.meta.url), 'utf8'),
) as Operation[];

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** What is wrong with a value, one line for each place; empty when nothing is. */
export function problemsOf(schema: Schema | undefined, value: unknown): string[] {
  if (schema === undefined) return [];
  const { error } = z.fromJSONSchema(schema).safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
