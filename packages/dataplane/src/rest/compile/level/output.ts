/** One column of a level's rows. */
export interface OutputColumn {
  /** Key in the answer. */
  name: string;
  /** An expression; of an aggregate: what it is taken of. */
  sql: string;
  /** Makes the aggregate of an expression, null for what rows are grouped by. */
  aggregate: ((input: string) => string) | null;
  /** Of type `json`, which has no equality: grouped by its `jsonb` form. */
  isJson: boolean;
}

/** `alias.*`, where the names need not be known. */
export interface OutputStar {
  star: string;
}

export type Output = OutputColumn | OutputStar;

export function isStar(output: Output): output is OutputStar {
  return 'star' in output;
}

/** The names of columns, null when a `*` hides some. */
export function outputNames(outputs: readonly Output[]): string[] | null {
  const names: string[] = [];
  for (const output of outputs) {
    if (isStar(output)) return null;
    names.push(output.name);
  }
  return names;
}
