/** Every error code that can travel over the wire, with its HTTP status and the sentence used when nothing better is known. */
export const ERROR_CODES = {
  bad_request: { status: 400, message: 'The request is not valid.' },
  sql_error: { status: 400, message: 'The database refused this SQL.' },
  unauthorized: { status: 401, message: 'Sign in, or send an access token.' },
  forbidden: { status: 403, message: 'You do not have the required permissions for this.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  conflict: { status: 409, message: 'This cannot be done in the current state.' },
  confirmation_required: {
    status: 409,
    message: 'This query contains write operations. Are you sure you want to execute it?',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  rate_limited: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. The request id is in the log.' },
  unavailable: { status: 503, message: 'This is not available right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The body of every failed answer of `/platform` and `/v1`. `field` names the input that is wrong. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  request_id?: string;
  field?: string;
  details?: unknown;
}
