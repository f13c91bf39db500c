/**
 * What the server still has to answer, in the order in which it will. Only answers that the pooler acts on are counted: those to
 * Parse and Close, and the ReadyForQuery that ends a series of messages.
 */
export type Expected =
  /** Parse of the client, or one that the pooler put before the client's message (`own`), whose answer the client must not see. */
  | { kind: 'parse'; own: boolean; name: string }
  | { kind: 'close'; own: boolean }
  /** A Close that nothing depends on, sent in place of a Parse that the server has done for another client already. */
  | { kind: 'parseDone' }
  | { kind: 'sync' }
  | { kind: 'query' };

export const SYNC: Expected = { kind: 'sync' };
export const QUERY: Expected = { kind: 'query' };
export const PARSE_DONE: Expected = { kind: 'parseDone' };
export const CLOSE: Expected = { kind: 'close', own: false };
export const OWN_CLOSE: Expected = { kind: 'close', own: true };

/** After an error the server passes over everything up to the end of the series. @returns what it passes over */
export function dropUntilEnd(expected: Expected[]): Expected[] {
  const end = expected.findIndex(({ kind }) => kind === 'sync' || kind === 'query');
  return expected.splice(0, end === -1 ? expected.length : end);
}

/** While the server takes a COPY that was begun by Execute, it passes over every Sync. */
export function dropSyncs(expected: Expected[]): void {
  if (expected[0]?.kind === 'sync')
    expected.splice(0, expected.length, ...expected.filter((one) => one !== SYNC));
}
