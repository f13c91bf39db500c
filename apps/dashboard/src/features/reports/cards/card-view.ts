import type { ReportContent } from '@basalt/contract';
import type { CardTurns } from './card-queue.ts';

/** What the cards of a report have in common. */
export interface ReportView {
  projectRef: string;
  content: ReportContent;
  /** Changes what is shown and, for its owner, what is saved. */
  edit: (change: (content: ReportContent) => ReportContent) => void;
  /** Values of the parameters that the report's date range fills. */
  range: Readonly<Record<string, string>>;
  turns: CardTurns;
}
