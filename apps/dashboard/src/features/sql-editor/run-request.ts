/** What was sent to the database, and where it stands in the editor. */
export interface RunRequest {
  sql: string;
  /** Line of the editor, counted from 1, on which the sent text starts. */
  firstLine: number;
  /** The row limit that was appended, if any. */
  limit: number | null;
}
