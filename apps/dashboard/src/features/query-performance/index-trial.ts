import type { IndexAdvice, IndexTrial } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';

const REASONS = {
  likely: 'The statistics of the table say that few rows match, so this index is likely to help.',
  unknown: 'How many rows match is not known, so nobody can tell whether this index helps.',
} as const;

/** How good an index is: what the statistics say, until it was tried. */
export function gradeOf(
  grade: IndexAdvice['grade'],
  trial: IndexTrial | null,
): { label: string; tone: 'ok' | 'plain'; reason: string } {
  if (trial === null)
    return {
      label: grade === 'likely' ? 'Likely' : 'Unknown',
      tone: grade === 'likely' ? 'ok' : 'plain',
      reason: REASONS[grade],
    };
  return trial.is_used
    ? { label: 'Used', tone: 'ok', reason: 'With this index, the plan is another one.' }
    : { label: 'Not used', tone: 'plain', reason: 'This index would make no difference to the plan.' };
}

/** What came of trying an index: `Cost 18,334 → 8.4, index of 2.1 MB`. */
export function trialText({ cost_before, cost_after, is_used, bytes }: IndexTrial): string {
  if (!is_used) return `PostgreSQL would not use it: the cost stays ${cost(cost_before)}.`;
  return `PostgreSQL would use it: cost ${cost(cost_before)} → ${cost(cost_after)}, index of ${byteSize(bytes)}. Costs are the planner’s.`;
}

const small = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const large = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function cost(value: number): string {
  return (value < 100 ? small : large).format(value);
}
