/** What the gateway itself refuses, before a service sees it. The message is for the developer of the client. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly statusCode: number;
  readonly hint: string | null;
  readonly retryAfter: number | null;

  constructor(
    statusCode: number,
    message: string,
    { hint = null, retryAfter = null }: { hint?: string | null; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.hint = hint;
    this.retryAfter = retryAfter;
  }
}
