/** What one function may take. */
export interface FunctionLimits {
  /** Memory of its process in bytes. */
  memoryBytes: number;
  /** Processor time for each request, in milliseconds: as many requests as it answers at a time have their sum. */
  cpuMs: number;
  /** From the start of a request to its last byte. */
  wallClockMs: number;
  /** Until the first byte of an answer. */
  answerMs: number;
  /** Until it listens. */
  bootMs: number;
  /** Without a request. */
  idleMs: number;
}

/** Those of the hosted service, but for processor time: machines at home are slower. */
export const FUNCTION_LIMITS: FunctionLimits = {
  memoryBytes: 256 * 1024 * 1024,
  cpuMs: 5_000,
  wallClockMs: 400_000,
  answerMs: 150_000,
  bootMs: 10_000,
  idleMs: 60_000,
};
