/** Whom authenticators make their credentials for: never named by a request. */
export interface RelyingParty {
  /** A domain; credentials work on it and below it. */
  id: string;
  name: string;
  /** Where ceremonies may take place, as `https://app.example.com`. */
  origins: string[];
  /** Whether the authenticator must have made sure who the person is, by a PIN or a finger. */
  verification: 'required' | 'preferred';
}
