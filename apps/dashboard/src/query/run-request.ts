/** What was sent to the database, and where it stands in the editor. */
export interface RunRequest {
  sql: string;
  /** Line of the editor, counted from 1, on which the sent text starts. */
  firstLine: number;
  /** The row limit that was appended, if any. */
  limit: number | null;
  /** Runs as the read-only role, in read-only transactions. */
  readOnly: boolean;
  /** Values of `$1`, `$2` …: the text is then one statement. Empty: there are none. */
  parameters: readonly (string | null)[];
  /** The reader has agreed to what the text writes or calls. */
  confirmed: boolean;
}
