import type { ConfirmationNeeded } from '@basalt/contract';
import { describeWrite } from '@basalt/sql';

const NAMED = 5;

/** The question before a run, and what to look at before answering it. */
export function confirmLabels({ writes, unknown_functions: functions }: ConfirmationNeeded): {
  question: string;
  advice: string;
} {
  if (writes || functions.length === 0)
    return {
      question: 'This query contains write operations. Are you sure you want to execute it?',
      advice:
        functions.length === 0
          ? 'Make sure you are not accidentally removing something important.'
          : `Make sure you are not accidentally removing something important. It also runs ${named(functions)}, and what a function does cannot be seen here.`,
    };
  return {
    question: `This query runs ${named(functions)}. Are you sure you want to execute it?`,
    advice:
      'A function can change or remove data, and what it does cannot be seen here. Make sure you know what it does.',
  };
}

function named(functions: readonly string[]): string {
  const some = functions.slice(0, NAMED);
  const rest = functions.length - some.length;
  const last = rest > 0 ? `${rest} more` : some.pop();
  const list = some.length === 0 ? last : `${some.join(', ')} and ${last}`;
  return `the ${functions.length === 1 ? 'function' : 'functions'} ${list}`;
}

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
