import { QueryError } from '../errors/query-error.ts';

/** No connection of ours became free in time. The server itself may say 53300 too, but as a plain QueryError. */
export class PipelineBusyError extends QueryError {
  constructor() {
    super({ message: 'No connection became free in time.', code: '53300' });
  }
}
