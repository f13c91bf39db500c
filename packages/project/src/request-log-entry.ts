/** One request to a project's API as the log keeps it. Query strings are left out: they hold tokens and people's data. */
export interface RequestLogEntry {
  /** Milliseconds since 1970, when the answer was sent. */
  time: number;
  method: string;
  /** Below the project: `/rest/v1/items`. */
  path: string;
  status: number;
  /** Milliseconds, with fractions. */
  duration: number;
  /** Database role that did the work; empty when the request was refused before. */
  role: string;
}
