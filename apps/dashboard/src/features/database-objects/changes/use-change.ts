import { useState } from 'react';
import { type ApiError, toApiError } from '../../../api/api-error.ts';
import { useRefreshObjects } from '../shared/objects.ts';

/** Makes a change, or only answers the statements that would: a call of `schemaChanges` with its input. */
export type Send = (query: { preview: boolean }) => Promise<unknown>;

export interface Change {
  /** What would run; undefined after a failure. */
  preview: (send: Send) => Promise<readonly string[] | undefined>;
  /** True when it is done and the lists know. */
  run: (send: Send) => Promise<boolean>;
  isBusy: boolean;
  error: ApiError | null;
}

/** A change of the schema and what became of it. Nothing is thrown. */
export function useChange(): Change {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const refresh = useRefreshObjects();
  async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
    setBusy(true);
    setError(null);
    try {
      return await act();
    } catch (failure) {
      setError(toApiError(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return {
    preview: (send) => attempt(async () => statementsOf(await send({ preview: true }))),
    run: async (send) =>
      (await attempt(async () => {
        try {
          await send({ preview: false });
        } finally {
          // What cannot be part of a transaction may have left something.
          await refresh();
        }
        return true;
      })) === true,
    isBusy,
    error,
  };
}

function statementsOf(answer: unknown): readonly string[] {
  const found = (answer as { statements?: unknown } | null)?.statements;
  return Array.isArray(found) ? found.map(String) : [];
}

/** Statements as one text, each with its semicolon. */
export function scriptOf(statements: readonly string[]): string {
  return statements.map((sql) => (sql.trimEnd().endsWith(';') ? sql : `${sql};`)).join('\n\n');
}

/** The field of a form that an error is about, by the name of the body's field; null when it is about none. */
export function fieldOf({ field }: Pick<ApiError, 'field'>): string | null {
  return field?.replace(/^body\./, '').replace(/[.[].*$/, '') ?? null;
}
