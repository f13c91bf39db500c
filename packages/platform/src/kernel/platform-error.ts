import { ERROR_CODES, type ErrorCode } from '@basalt/contract';

/**
 * The one error that is meant for the caller. `message` is a sentence for people, `field` names the input that is
 * wrong. Anything else that is thrown is a defect: logged with its request id and answered as `internal`.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: unknown;

  constructor(
    code: ErrorCode,
    message: string = ERROR_CODES[code].message,
    options: { field?: string; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.details = options.details;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}
