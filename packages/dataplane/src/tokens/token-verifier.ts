/** What a valid token says. */
export interface VerifiedToken {
  /** The payload as it was signed: what SQL sees in `request.jwt.claims`. */
  claimsJson: string;
  claims: Readonly<Record<string, unknown>>;
  /** Somebody else issued it, whose word the project's owner takes for who people are. */
  ofThirdParty?: true;
}

/** Why a token was refused, in the words of the Data API's error codes PGRST301 and PGRST303. */
export interface TokenProblem {
  kind: 'malformed' | 'signature' | 'algorithm' | 'key' | 'claims';
  message: string;
}

export type TokenVerdict = { ok: true; token: VerifiedToken } | { ok: false; problem: TokenProblem };

/** Checks tokens against all keys of one project. Keeps verdicts, so asking again for the same token is cheap. */
export interface TokenVerifier {
  /** A verdict at once when the token is known, else a promise of one. Times are checked anew each time. */
  verify(token: string): TokenVerdict | Promise<TokenVerdict>;
}
