import type { ReportCard, ReportContent } from '@basalt/contract';
import { usesRange, withoutDates } from './date-range.ts';

/** The report with another date range. Dates that single cards had of their own give way to it. */
export function lookingBack(content: ReportContent, days: number | null): ReportContent {
  const cards = content.cards.map((card) => ({ ...card, parameters: withoutDates(card.parameters) }));
  return { ...content, days, cards };
}

/** Whether another date range may change what a card shows. Of a snippet only the server knows the text. */
export function followsRange({ source }: ReportCard): boolean {
  return source.kind === 'snippet' || usesRange(source.sql);
}
