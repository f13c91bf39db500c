import { AUTH_ERRORS, type AuthErrorCode } from './error-codes.ts';

export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

export interface AuthErrorOptions {
  /** Where the code's usual status does not fit the place. */
  status?: number;
  weakPassword?: { reasons: readonly WeakPasswordReason[] };
  /** Seconds until asking again makes sense. */
  retryAfter?: number;
  /** What the transaction did so far stays: the request is refused, but the refusal has consequences. */
  keepChanges?: boolean;
  cause?: unknown;
}

/** The one error that is meant for the client. Anything else that is thrown is a defect and answered as `unexpected_failure`. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly weakPassword: { reasons: readonly WeakPasswordReason[] } | undefined;
  readonly retryAfter: number | undefined;
  readonly keepChanges: boolean;

  constructor(code: AuthErrorCode, message: string = AUTH_ERRORS[code][1], options: AuthErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? AUTH_ERRORS[code][0];
    this.weakPassword = options.weakPassword;
    this.retryAfter = options.retryAfter;
    this.keepChanges = options.keepChanges ?? false;
  }
}
