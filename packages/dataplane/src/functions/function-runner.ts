import type { ProjectFunction, ProjectSnapshot } from '@basalt/project';

/** What starts and ends functions. It does not know HTTP: requests go to the socket of a running function. */
export interface FunctionRunner {
  readonly limits: {
    /** From the start of a request to its last byte, in milliseconds. */
    readonly wallClockMs: number;
    /** Until the first byte of an answer. */
    readonly answerMs: number;
  };
  /** A running function to which a request may be sent until `leave`. Rejects when it does not start; its log says why. */
  enter(project: ProjectSnapshot, own: ProjectFunction): Promise<RunningFunction>;
  changed(ref: string, snapshot: ProjectSnapshot | null): void;
  close(): Promise<void>;
}

export interface RunningFunction {
  socketPath: string;
  /** Why its process ended: it took too much, it broke, or we ended it. */
  ended: Promise<'memory' | 'cpu' | 'crash' | 'stopped'>;
  leave(): void;
}
