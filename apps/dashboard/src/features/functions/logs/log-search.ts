import { choiceParam, presentParams, textParam } from '../../../lib/pages/search-params.ts';

const HOUR = 3_600_000;

/** How far the log is looked back. It is kept for a week. */
export const LOG_TIMES = [
  { value: '1h', label: 'Last hour', span: HOUR },
  { value: '1d', label: 'Last day', span: 24 * HOUR },
  { value: '7d', label: 'Last 7 days', span: 7 * 24 * HOUR },
] as const;
export const USUAL_TIME = '1d';

/** What the address asks the log of a function for. The page checks the level: the first load has no list of them. */
export function logParams(search: Record<string, unknown>) {
  return presentParams({
    q: textParam(search.q),
    level: textParam(search.level),
    time: choiceParam(
      search.time,
      LOG_TIMES.map(({ value }) => value),
    ),
    live: search.live === true ? (true as const) : undefined,
  });
}
export type FunctionLogSearch = ReturnType<typeof logParams>;

/** From when on lines are wanted, as the wire writes it. */
export function logStart({ time = USUAL_TIME }: FunctionLogSearch, now: number): string {
  const span = LOG_TIMES.find(({ value }) => value === time)?.span ?? HOUR;
  return new Date(now - span).toISOString();
}
