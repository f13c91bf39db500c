import type { ReportCard, ReportContent } from '@basalt/contract';
import { parseParameters } from '@basalt/sql';

const DAY = 86_400_000;
/** "All time" begins here: before anything that a database of today was asked about. */
const BEGINNING = '1970-01-01';

/** Spans offered by name, in days. Null: all time. */
export const DATE_RANGES = [
  { days: 1, label: 'Last 24 hours' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: null, label: 'All time' },
] as const;

export const MAX_DAYS = 3_650;

/** Parameters of a query that the report's date range fills. */
const RANGE_PARAMETERS = ['start_date', 'end_date'] as const;

/**
 * The values of `start_date` and `end_date` as ISO dates in UTC. `end_date` is tomorrow: both `< :end_date` and
 * `between` then include everything that happened today.
 */
export function rangeValues(days: number | null, now: number): Record<string, string> {
  return {
    start_date: days === null ? BEGINNING : isoDate(now - days * DAY),
    end_date: isoDate(now + DAY),
  };
}

/** A card's values as a run uses them: what the card says itself wins over the report's range. */
export function withRange(
  own: Readonly<Record<string, string>>,
  range: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...range, ...own };
}

/** What of `shown` is the card's own, after somebody changed a value of the card. */
export function ownValues(
  shown: Readonly<Record<string, string>>,
  range: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).filter(([name, value]) => range[name] !== value));
}

/** Without the dates a card had of its own: a new range of the report is for all cards. */
export function withoutDates(own: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).filter(([name]) => !(RANGE_PARAMETERS as readonly string[]).includes(name)),
  );
}

function isoDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Whether a query asks for the report's dates. */
export function usesRange(sql: string): boolean {
  return parseParameters(sql).some(({ name }) => (RANGE_PARAMETERS as readonly string[]).includes(name));
}

/** The report with another date range. Dates that single cards had of their own give way to it. */
export function lookingBack(content: ReportContent, days: number | null): ReportContent {
  const cards = content.cards.map((card) => ({ ...card, parameters: withoutDates(card.parameters) }));
  return { ...content, days, cards };
}

/** Whether another date range may change what a card shows. Of a snippet only the server knows the text. */
export function followsRange({ source }: ReportCard): boolean {
  return source.kind === 'snippet' || usesRange(source.sql);
}
