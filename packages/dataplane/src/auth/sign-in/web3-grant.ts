import { AuthError } from '../errors/auth-error.ts';
import type { GrantHandler } from './grant-handler.ts';

const CHAINS: readonly (string | null)[] = ['solana', 'ethereum'];

/** Signing in with a wallet is not there yet. Throws `web3_unsupported_chain`, `web3_provider_disabled`. */
export const handleWeb3Grant: GrantHandler = async (_context, body) => {
  if (!CHAINS.includes(body.text('chain'))) throw new AuthError('web3_unsupported_chain');
  throw new AuthError('web3_provider_disabled');
};
