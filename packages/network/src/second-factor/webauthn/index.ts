export { authenticatorName } from './authenticator-names.ts';
export {
  type CredentialOwner,
  creationOptions,
  newChallenge,
  requestOptions,
  userHandle,
} from './ceremony-options.ts';
export { asAssertion, asRegistration } from './read-credential.ts';
export type { RelyingParty } from './relying-party.ts';
export {
  type Credential,
  type CredentialUse,
  verifyAssertion,
  verifyRegistration,
} from './verify-ceremony.ts';
