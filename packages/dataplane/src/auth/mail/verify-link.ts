/** What a mail's link does when it is followed: the `type` of `/verify`. */
export type VerifyLinkType = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change';

export interface VerifyLink {
  /** The project's address as clients see it. Never taken from a request. */
  linkUrl: string;
  /** With `pkce_` in front when the browser that asked keeps a verifier. */
  tokenHash: string;
  type: VerifyLinkType;
  /** Already checked against the allowed addresses. */
  redirectTo: string;
}

/** The address in a mail that proves who received it. */
export function verifyLink({ linkUrl, tokenHash, type, redirectTo }: VerifyLink): string {
  const query = new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo });
  return `${linkUrl}/auth/v1/verify?${query}`;
}
