/** What an error answer of the Data API says. `details` may be any JSON value: PGRST201 lists candidates there. */
export interface RestErrorFields {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string | null;
  /** Sent with the answer, names lower-cased. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What SQL wants to stand beside the status; null: what always stands there. */
  readonly reason?: string | null;
}

/** The one error class of the Data API: everything else that is thrown on the way is a defect and becomes PGRSTX00. */
export class RestError extends Error implements RestErrorFields {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string | null;

  constructor(fields: RestErrorFields, options?: { cause?: unknown }) {
    super(fields.message, options);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? null;
    this.hint = fields.hint ?? null;
    this.headers = fields.headers ?? {};
    this.reason = fields.reason ?? null;
  }
}
