import type { SigningAlgorithm, SigningKeyStatus } from '@basalt/contract';
import type { MoveName } from './signing-key-moves.ts';

interface StatusLabels {
  label: string;
  tone: 'ok' | 'info' | 'plain' | 'danger';
  note: string;
}

export const STATUS_LABELS: Record<SigningKeyStatus, StatusLabels> = {
  in_use: { label: 'In use', tone: 'ok', note: 'Signs new tokens.' },
  standby: { label: 'Standby', tone: 'info', note: 'Accepted already, signs nothing yet.' },
  previously_used: { label: 'Previously used', tone: 'plain', note: 'Its tokens are still accepted.' },
  revoked: { label: 'Revoked', tone: 'danger', note: 'Its tokens are refused.' },
};

interface MoveLabels {
  label: string;
  question: string;
  done: string;
  isDangerous: boolean;
}

export const MOVE_LABELS: Record<MoveName, MoveLabels> = {
  rotate: {
    label: 'Rotate to this key',
    question:
      'New tokens are signed with this key from now on. The key in use until now goes on being accepted, so that nobody is signed out.',
    done: 'Rotated the signing keys',
    isDangerous: false,
  },
  standby: {
    label: 'Move to standby',
    question: 'The key is accepted and can be rotated to later.',
    done: 'Moved the signing key to standby',
    isDangerous: false,
  },
  verify: {
    label: 'Accept its tokens again',
    question: 'Tokens that were signed with this key and have not expired are accepted again.',
    done: 'Moved the signing key',
    isDangerous: false,
  },
  revoke: {
    label: 'Revoke key',
    question:
      'Tokens that were signed with this key are refused at once: whoever has one must sign in again. A revoked key can be taken back until it is deleted.',
    done: 'Revoked the signing key',
    isDangerous: true,
  },
  delete: {
    label: 'Delete key',
    question: 'The key is removed for good. Tokens that it signed can never be accepted again.',
    done: 'Deleted the signing key',
    isDangerous: true,
  },
};

export const ALGORITHM_LABELS: Record<SigningAlgorithm, string> = {
  ES256: 'Elliptic curve P-256. Short tokens, checked quickly; the right choice unless you know better.',
  RS256: 'RSA, 2048 bits. Longer tokens; understood by the oldest libraries.',
  EdDSA: 'Ed25519. Short and quick; not every library knows it.',
  HS256: 'A shared secret. Whoever can check a token can also make one.',
};
