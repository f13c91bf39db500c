import type { ConfirmationNeeded } from '@basalt/contract';

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
