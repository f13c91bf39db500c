import { describeWrite } from '@basalt/sql';
import { confirmLabels } from '../confirm-labels.ts';

interface BlockedLabels {
  /** In the place of results. */
  notice: string;
  /** Before it is run with the rights to write, and what to look at before answering. */
  question: string;
  advice: string;
}

/**
 * Why a card does not run its query by itself. A refusal of the read-only connection counts as a write, but not every refused
 * query writes: some only read what that connection may not see. `refusal` is what the database said.
 */
export function blockedLabels(sql: string, refusal: string): BlockedLabels {
  const { writes, unknownFunctions } = describeWrite(sql);
  if (!writes && unknownFunctions.length === 0)
    return {
      notice: `The read-only connection may not run this query: ${refusal.replace(/\.$/, '')}.`,
      question:
        'This query needs more rights than the read-only connection has. Are you sure you want to execute it?',
      advice: 'It runs as the role postgres then.',
    };
  const words = confirmLabels({ writes, unknown_functions: [...unknownFunctions] });
  const reason = writes ? 'contains write operations' : 'runs functions that may write';
  return { notice: `This query ${reason}, so it does not run by itself.`, ...words };
}
