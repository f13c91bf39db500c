/** How a repository is reached: the two questions that git asks a server. Both throw GitError. */
export interface GitTransport {
  /** What the server says first: its branches, and what it can do. */
  advertise(signal: AbortSignal): Promise<Buffer>;
  /** What it answers to a request for objects. */
  ask(request: Buffer, signal: AbortSignal): Promise<Buffer>;
}

const MB = 1024 * 1024;
/** A hundred thousand branches. */
export const MOST_ADVERTISED = 16 * MB;
/** One version of all files, packed. It is in memory while it is read. */
export const MOST_PACKED = 64 * MB;
/** For what a server says first; failures are told at this moment. */
export const GREETING_TIMEOUT_MS = 15_000;
/** For an answer with objects. */
export const TIMEOUT_MS = 60_000;
