import type { CDPSession } from '@playwright/test';

/** Puts one authenticator in place of another; a person is always there and is who they should be. */
export async function plugIn(
  session: CDPSession,
  transport: 'internal' | 'usb',
  before?: string,
): Promise<string> {
  if (before === undefined) await session.send('WebAuthn.enable');
  else await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: before });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}
