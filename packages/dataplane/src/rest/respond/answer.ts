/** What goes back to the client. Header names are lower-cased. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  /** Null: no body. */
  body: Buffer | string | null;
}
