/**
 * What one socket or message may be, whatever the settings of its project say. The codes that clients see for each stand where they
 * are checked.
 */
export const LIMITS = {
  /** The largest frame that is read, in bytes: a broadcast of the largest size that can be set, and what is around it. */
  frameBytes: 5 * 1024 * 1024,
  /** Bytes that wait for a client which reads too slowly; then its socket is closed. As many wait behind a replay. */
  bufferedBytes: 8 * 1024 * 1024,
  /** Messages that wait while a channel is being joined. */
  waitingMessages: 200,
  /** Milliseconds without a message after which a socket is closed. */
  silenceMs: 60_000,
  topicBytes: 255,
  eventBytes: 255,
  presenceKeys: 10,
  presenceKeyBytes: 255,
  presenceBytes: 64 * 1024,
  /** Changes that one channel listens to. */
  bindingsPerChannel: 100,
  filtersPerBinding: 20,
  filterBytes: 4 * 1024,
  /** A change with more is sent without its large values. */
  changeBytes: 1024 * 1024,
  replayedMessages: 25,
  /** Messages of one HTTP request. */
  httpMessages: 100,
} as const;
