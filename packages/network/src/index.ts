export { addressBlocks } from './addresses/address-blocks.ts';
export { type Allowed, NOTHING_ALLOWED, readAllowed } from './addresses/allowed.ts';
export { type FamiliarCallers, familiarCallers } from './addresses/familiar-callers.ts';
export { isLoopback, REFUSED_IPV4 } from './addresses/refused-address.ts';
export { makeSelfSigned, type SelfSigned } from './certificates/make-self-signed.ts';
export { REAL_CLOCK } from './outgoing/alike.ts';
export {
  createOutgoing,
  type Outgoing,
  type OutgoingFetch,
  type OutgoingOptions,
} from './outgoing/outgoing.ts';
export { OutgoingError } from './outgoing/outgoing-error.ts';
export { hostProblem } from './requests/host-problem.ts';
export { pathBelow } from './requests/path-below.ts';
export { signatureHeaders } from './requests/sign-request.ts';
