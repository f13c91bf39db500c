import type { ChartConfig } from '@basalt/contract';
import { sharedValue, useShared } from '../lib/shared-value.ts';

/** What a result becomes on a report. */
export interface NewCard {
  name: string;
  sql: string;
  chart: ChartConfig;
}

/** The report on the screen, if the reader may put cards on it. */
export interface OpenReport {
  name: string;
  /** At a place of the list of cards, or at its end. */
  add(card: NewCard, at?: number): void;
}

const open = sharedValue<OpenReport | null>(null);
/** Kept here and not in what the browser drags along: another page must not hand a query to a report. */
let dragged: NewCard | null = null;

/** Called by a report with itself when it appears and with null when it goes. */
export function setOpenReport(report: OpenReport | null): void {
  open.set(report);
}

export function useOpenReport(): OpenReport | null {
  return useShared(open);
}

/** Null: nothing is dragged any more. */
export function setDraggedCard(card: NewCard | null): void {
  dragged = card;
}

export function draggedCard(): NewCard | null {
  return dragged;
}
