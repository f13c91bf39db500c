import { createContext, use } from 'react';

interface AnswerContext {
  projectRef: string;
  /** Rows that queries of the message have answered, by the id of the result. */
  results: Readonly<Record<string, Record<string, unknown>[]>> | undefined;
  onRows: (resultId: string, rows: Record<string, string | null>[]) => void;
}

const Context = createContext<AnswerContext | null>(null);

/** What the cards of a message need of it. */
export const AnswerProvider = Context.Provider;

export function useAnswerContext(): AnswerContext {
  const context = use(Context);
  if (context === null) throw new Error('There is no message around this.');
  return context;
}
