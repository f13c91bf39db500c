/**
 * The one failure of a request to a server that somebody named: that it was refused, that nobody listens, that nobody
 * answers and that the answer is rubbish are the same to whoever asked, or this machine would be a map of its network.
 * The `cause` is for the log of the operator only.
 */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(cause: unknown) {
    super('The other server did not give an answer that can be used.', { cause });
  }
}
