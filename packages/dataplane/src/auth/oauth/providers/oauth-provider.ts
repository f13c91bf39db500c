/** A person as a provider describes them. */
export interface ProviderProfile {
  /** The provider's id of the person: what an identity is found by. */
  subject: string;
  /** Lower case; null when the provider gave none. */
  email: string | null;
  /** True only when the provider says so: an address that is not verified never opens an existing account. */
  emailVerified: boolean;
  /** What `identity_data` and the user's metadata take from the provider. */
  data: Readonly<Record<string, unknown>>;
}

/** Tokens of the provider, handed to the application once and not kept longer than the sign-in takes. */
export interface ProviderTokens {
  accessToken: string | null;
  refreshToken: string | null;
}

export interface ProviderLogin {
  profile: ProviderProfile;
  tokens: ProviderTokens;
}

/** What we send a browser to the provider with. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  /** Our secret of this sign-in: code verifier towards the provider, and what the nonce is made of. */
  verifier: string;
  /** Wanted on top of the provider's usual ones. */
  scopes: readonly string[];
  /** Further parameters of the application (`prompt`, `hd`, …). */
  extra: URLSearchParams;
}

/** What the browser came back with. */
export interface AuthorizationAnswer {
  redirectUri: string;
  state: string;
  verifier: string;
  parameters: URLSearchParams;
}

/** One provider with one project's settings. Both calls may reach out to it and fail with any error. */
export interface OAuthProvider {
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  login(answer: AuthorizationAnswer): Promise<ProviderLogin>;
}
