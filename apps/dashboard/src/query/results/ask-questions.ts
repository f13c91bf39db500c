import type { AssistantQuestion } from '../../lib/ask-assistant.ts';

/** What the server takes of one attached text, in characters. */
const LONGEST = 100_000;

const attached = (name: string, content: string) => ({ name, content: content.slice(0, LONGEST) });

export function explainQuestion(sql: string): AssistantQuestion {
  return {
    newChatName: 'Explain SQL',
    prompt: 'Explain the attached SQL step by step.',
    snippets: [attached('SQL', sql)],
  };
}

/** `lines`: what the database said, the first line first. */
export function fixQuestion(sql: string, lines: readonly string[]): AssistantQuestion {
  return {
    newChatName: 'Fix SQL',
    prompt: `Fix the attached SQL. It fails with:\n${lines.join('\n')}`,
    snippets: [attached('SQL', sql)],
  };
}

/** `plan`: what `explain (format json)` answered for the query. */
export function optimizeQuestion(sql: string, plan: unknown): AssistantQuestion {
  return {
    newChatName: 'Optimize SQL',
    prompt: 'Optimize the attached SQL with the attached plan.',
    snippets: [attached('SQL', sql), attached('Query plan', JSON.stringify(plan, null, 1))],
  };
}
