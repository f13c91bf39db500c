import type { OpenIdRecipe } from '../openid/openid-recipe.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A person as an answer describes them, before anything of it is believed. */
export interface Described {
  /** The provider's id of the person. */
  subject: unknown;
  email?: unknown;
  /** Whether the provider says that the person owns the address. */
  emailVerified?: boolean;
  name?: unknown;
  username?: unknown;
  picture?: unknown;
  /** Further facts, under names that applications know from this provider. */
  further?: Readonly<Record<string, unknown>>;
}

/** How one provider of plain OAuth 2 differs from the others: it tells who the person is when it is asked. */
export interface OAuth2Recipe {
  kind: 'oauth2';
  /** Who says so: `iss` of what is kept. */
  issuer: string;
  authorize: string;
  token: string;
  /** Asked with the access token, all at once. */
  people: readonly string[];
  /** Separated by spaces; '' for those that registered applications choose for themselves. */
  scopes: string;
  /** Whether it knows PKCE. */
  pkce: boolean;
  /** Where it wants the client's secret. */
  secretIn: 'body' | 'header';
  /** The `url` of the settings takes the place of the issuer in every address. */
  isMovable?: boolean;
  /** Parameters of applications that have another name there, because ours has a meaning already. */
  renamed?: Readonly<Record<string, string>>;
  /** Further parameters of the first address. */
  parameters?: Readonly<Record<string, string>>;
  /** Further headers of the questions who it is. */
  headers?: (clientId: string) => Readonly<Record<string, string>>;
  /** A proof that questions come from the owner of the secret, as a further parameter. */
  proof?: (accessToken: string, secret: string) => Readonly<Record<string, string>>;
  /** What the answers of `people` say, in the same order. */
  describe: (...answers: readonly Json[]) => Described;
  /** How its ID tokens are checked, which applications get by themselves, if it gives any. */
  idTokens?: OpenIdRecipe;
}
