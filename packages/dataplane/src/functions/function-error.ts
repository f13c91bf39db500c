/** What is told of a function that did not answer by itself, as the hosted service does: status, code and sentence. */
const FAILURES = {
  NOT_FOUND: [404, 'Requested function was not found'],
  UNAUTHORIZED_NO_AUTH_HEADER: [401, 'Missing authorization header'],
  UNAUTHORIZED_INVALID_JWT: [401, 'Invalid JWT'],
  BOOT_ERROR: [503, 'Function failed to start (please check logs)'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  WORKER_LIMIT: [546, 'Function failed due to not having enough compute resources (please check logs)'],
  IDLE_TIMEOUT: [504, 'The function did not answer in time (please check logs)'],
} as const;

export type FunctionFailure = keyof typeof FAILURES;

export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly failure: FunctionFailure;

  constructor(failure: FunctionFailure, options?: ErrorOptions) {
    super(FAILURES[failure][1], options);
    this.failure = failure;
  }

  get statusCode(): number {
    return FAILURES[this.failure][0];
  }

  /** Clients of the hosted service read `code` and `message`; of a token that is refused, its code is the status. */
  get body(): { code: string | number; message: string } {
    const isRefusal = this.statusCode === 401;
    return { code: isRefusal ? 401 : this.failure, message: this.message };
  }
}

export function isFunctionFailure(text: unknown): text is FunctionFailure {
  return typeof text === 'string' && Object.hasOwn(FAILURES, text);
}
