import type { CodeChallenge } from '../../flow-state/code-challenge.ts';
import type { ProviderProfile } from '../providers/oauth-provider.ts';

/** A person who comes back from a provider to sign in. */
export interface Arrival {
  provider: string;
  profile: ProviderProfile;
  /** The project's settings let people of this provider in without an address. */
  emailOptional: boolean;
  /** Where a mail sent now leads at last, already checked. */
  redirectTo: string;
  /** Of the browser that began, if it wants a code at the end. */
  challenge: CodeChallenge | null;
}
