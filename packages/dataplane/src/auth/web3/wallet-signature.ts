import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { Web3Chain } from './sign-in-message.ts';

/** Whether the wallet with an address signed a text. Never throws: what cannot be read was not signed. */
export function isSignedBy(chain: Web3Chain, address: string, text: string, signature: string): boolean {
  try {
    return chain === 'ethereum'
      ? isSignedByEthereum(address, text, signature)
      : isSignedBySolana(address, text, signature);
  } catch {
    return false;
  }
}

const ETHEREUM_SIGNATURE = /^0x[0-9a-f]{130}$/i;

/** EIP-191: what wallets sign with `personal_sign` begins with words that no transaction begins with. */
function isSignedByEthereum(address: string, text: string, signature: string): boolean {
  if (!ETHEREUM_SIGNATURE.test(signature)) return false;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recovery = (bytes[64] ?? 0) >= 27 ? (bytes[64] ?? 0) - 27 : (bytes[64] ?? 0);
  if (recovery !== 0 && recovery !== 1) return false;
  const message = Buffer.from(text);
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
  const hash = keccak_256(Buffer.concat([prefix, message]));
  const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64))
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash);
  const signer = keccak_256(point.toBytes(false).subarray(1)).subarray(-20);
  return Buffer.from(signer).toString('hex') === address.slice(2).toLowerCase();
}

const SOLANA_SIGNATURE = /^[A-Za-z0-9+/_-]{86}(?:==)?$/;

function isSignedBySolana(address: string, text: string, signature: string): boolean {
  if (!SOLANA_SIGNATURE.test(signature)) return false;
  const key = base58.decode(address);
  const bytes = Buffer.from(signature, 'base64');
  if (key.length !== 32 || bytes.length !== 64) return false;
  const message = Buffer.from(text);
  // Strict (RFC 8032): an address of small order would be signed for by everybody.
  return [message, ...ledgerEnvelopes(message, key)].some((signed) =>
    ed25519.verify(bytes, signed, key, { zip215: false }),
  );
}

const OFF_CHAIN = Buffer.from('\xffsolana offchain', 'latin1');
/** Printable ASCII, or any UTF-8. */
const FORMATS = [0, 1];

/** A Ledger signs no bare text: it puts the header of Solana's off-chain messages before it, of an old or of a new form. */
function ledgerEnvelopes(message: Buffer, key: Uint8Array): Buffer[] {
  if (message.length > 0xff_ff) return [];
  const length = Buffer.alloc(2);
  length.writeUInt16LE(message.length);
  const version = Buffer.from([0]);
  const application = Buffer.alloc(32);
  return FORMATS.flatMap((format) => [
    Buffer.concat([OFF_CHAIN, version, Buffer.from([format]), length, message]),
    Buffer.concat([OFF_CHAIN, version, application, Buffer.from([format, 1]), key, length, message]),
  ]);
}
