/** The last statement of a request: its columns as SQL over FROM, null for what there is not. */
export interface Answer {
  /** `with … ` including the space behind it, or empty. */
  with: string;
  from: string;
  total: string | null;
  page: string;
  body: string | null;
  inserted: string | null;
  location: string | null;
}

export const ROWS_HERE = 'count(*)';

/** One row of seven columns, as `CompiledQuery` describes them. */
export function renderAnswer(answer: Answer): string {
  const columns = [
    `${answer.total ?? 'null'} as total`,
    `${answer.page} as page`,
    `${answer.body ?? 'null'} as body`,
    "nullif(current_setting('response.headers', true), '') as headers",
    "nullif(current_setting('response.status', true), '') as status",
    `${answer.inserted ?? 'null'} as inserted`,
    `${answer.location ?? 'null'} as location`,
  ];
  return `${answer.with}select ${columns.join(', ')} from ${answer.from}`;
}
