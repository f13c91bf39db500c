import { QueryError, SQLSTATE } from '../errors/query-error.ts';

/** The rows of a group are more than one group may give. What the group wrote is written all the same. */
export class ResultTooLargeError extends QueryError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    const message = `The result is larger than ${maxBytes} bytes. Ask for less at a time.`;
    super({ message, code: SQLSTATE.tooLarge });
    this.maxBytes = maxBytes;
  }
}

/** There was no room for the rows of a group beside those of others. What the group wrote is written all the same. */
export class NoRoomForResultError extends QueryError {
  constructor() {
    const message = 'There was no room for a result as large as this one. Ask for less, or try again.';
    super({ message, code: SQLSTATE.tooLarge });
  }
}

/** Memory for results that are on their way, shared by many pipelines: one of them must not take it all. */
export interface ResultRoom {
  /** False when there is no room for so many bytes more. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}
