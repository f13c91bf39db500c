import {
  DEFAULT_CHART,
  MAX_REPORT_CARDS,
  REPORT_COLUMNS,
  type ReportCard,
  type ReportContent,
} from '@basalt/contract';
import { copyName } from '../../../lib/format/copy-name.ts';

export const EMPTY_REPORT: ReportContent = { schema_version: '1', cards: [], days: 7 };

/** Smaller cards cannot show anything. In columns and rows of the grid. */
export const CARD_LIMITS = {
  width: { min: 3, max: REPORT_COLUMNS },
  height: { min: 2, max: 12 },
} as const;

export type CardSource = ReportCard['source'];

/** A card as it comes onto a report: half the width, high enough for a chart. */
export function newCard(id: string, name: string, source: CardSource): ReportCard {
  return { id, name, source, chart: DEFAULT_CHART, parameters: {}, width: 6, height: 4 };
}

export function isFull({ cards }: ReportContent): boolean {
  return cards.length >= MAX_REPORT_CARDS;
}

/** With a card at a place of the list, or at its end. A full report stays as it is. */
export function withCard(content: ReportContent, card: ReportCard, at = content.cards.length): ReportContent {
  if (isFull(content)) return content;
  return { ...content, cards: content.cards.toSpliced(Math.max(0, at), 0, card) };
}

export function withoutCard(content: ReportContent, id: string): ReportContent {
  return { ...content, cards: content.cards.filter((card) => card.id !== id) };
}

/** With a card changed. Sizes are kept within the grid. */
export function withChanges(
  content: ReportContent,
  id: string,
  changes: Partial<Omit<ReportCard, 'id'>>,
): ReportContent {
  const change = (card: ReportCard): ReportCard => {
    const { width, height, ...rest } = { ...card, ...changes };
    return { ...rest, width: clampTo(width, 'width'), height: clampTo(height, 'height') };
  };
  return { ...content, cards: content.cards.map((card) => (card.id === id ? change(card) : card)) };
}

/** With a card at another place of the list; places beyond its ends mean the ends. */
export function moved(content: ReportContent, id: string, to: number): ReportContent {
  const from = content.cards.findIndex((card) => card.id === id);
  const card = content.cards[from];
  const place = Math.min(Math.max(0, to), content.cards.length - 1);
  if (card === undefined || place === from) return content;
  return { ...content, cards: content.cards.toSpliced(from, 1).toSpliced(place, 0, card) };
}

/** With a copy right after a card. */
export function duplicated(content: ReportContent, id: string, copyId: string): ReportContent {
  const at = content.cards.findIndex((card) => card.id === id);
  const card = content.cards[at];
  if (card === undefined) return content;
  return withCard(content, { ...card, id: copyId, name: copyName(card.name, 'copy') }, at + 1);
}

/** A whole report for a copy of it. */
export function copied(content: ReportContent, newId: () => string): ReportContent {
  return { ...content, cards: content.cards.map((card) => ({ ...card, id: newId() })) };
}

function clampTo(size: number, axis: keyof typeof CARD_LIMITS): number {
  const { min, max } = CARD_LIMITS[axis];
  return Math.min(max, Math.max(min, Math.round(size)));
}
