/** What a gateway saw of a project's sockets in the seconds before `time`. */
export interface RealtimeCount {
  /** Milliseconds since 1970. */
  time: number;
  /** Which process counted: those that run side by side are added up. */
  gateway: string;
  /** Sockets that were open at once, at most. */
  sockets: number;
  /** Messages of clients, without their heartbeats. */
  received: number;
  /** Messages to clients, without the answers to their own. */
  sent: number;
}
