/** What the gateway counts of a project, besides requests and bytes, by the name of its figure. */
export type CountedFigure =
  /** Requests that are for the project, refused ones included. */
  | `${string}_requests`
  /** Bytes that went to clients, with heads and TLS left out. */
  | `${string}_egress_bytes`
  /** Messages from and to clients. */
  | 'realtime_messages'
  /** Sockets that were open at once, at most. */
  | typeof PEAK_CONNECTIONS;

/** Of this figure a day has the highest; all others are added up. */
export const PEAK_CONNECTIONS = 'realtime_peak_connections';

/** What one process counted in some seconds. It is written whole or not at all, and once, however often it is sent. */
export interface UsageBatch {
  /** The process that counted. */
  source: string;
  /** 1, 2, 3 … of this source. */
  number: number;
  /** The day (UTC) it belongs to, `2026-01-31`. */
  day: string;
  counts: { ref: string; figure: CountedFigure; value: number }[];
  /** Users of projects that signed in or renewed their session. */
  activeUsers: { ref: string; userId: string }[];
}
