/** What goes back to the client. Header names are lower-cased. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  /** Stands beside the status in place of what always does. */
  reason?: string;
  /** Null: no body. */
  body: Buffer | string | null;
}
