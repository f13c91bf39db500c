import type { UsageFigure } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';

interface FigureText {
  title: string;
  /** How its total over all days is called. */
  total: string;
  words: (value: number) => string;
}

const count = (value: number) => value.toLocaleString('en');

/** What is shown of each figure, in the order of the page. */
export const FIGURES: Readonly<Record<UsageFigure, FigureText>> = {
  requests: { title: 'API requests', total: 'API requests', words: count },
  egress_bytes: { title: 'Egress', total: 'Egress', words: byteSize },
  database_bytes: { title: 'Database size', total: 'Database size, at most', words: byteSize },
  storage_bytes: { title: 'Storage size', total: 'Storage size, at most', words: byteSize },
  function_invocations: { title: 'Function invocations', total: 'Function invocations', words: count },
  realtime_messages: { title: 'Realtime messages', total: 'Realtime messages', words: count },
  realtime_peak_connections: {
    title: 'Realtime connections',
    total: 'Realtime connections, at most',
    words: count,
  },
  active_users: { title: 'Monthly active users', total: 'Monthly active users', words: count },
};

/** A figure in words; a dash where nobody measured it. */
export function figureWords(figure: UsageFigure, value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : FIGURES[figure].words(value);
}

const day = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const dayAndYear = new Intl.DateTimeFormat('en', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** A day under a chart: `Jan 31`. @param time its beginning by UTC, milliseconds since 1970 */
export const tickDay = (time: number): string => day.format(time);
/** The same where there is room: `Sat, Jan 31, 2026`. */
export const wholeDay = (time: number): string => dayAndYear.format(time);
