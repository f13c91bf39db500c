/** What can be wrong with a request for tokens, in the words of RFC 6749. */
type OAuthProblemCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'access_denied';

/** An error that is told as OAuth wants it, `{error, error_description}` with 400, and not as the rest of the auth API. */
export class OAuthProblem extends Error {
  override readonly name = 'OAuthProblem';
  readonly code: OAuthProblemCode;

  constructor(code: OAuthProblemCode, description: string) {
    super(description);
    this.code = code;
  }
}
