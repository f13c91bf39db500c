const OPEN = new Set([
  '/verify',
  '/callback',
  '/authorize',
  '/health',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]);

/** Whether people and servers reach a path of the auth service without a key: from a mail, a provider, or to check tokens. */
export function isOpenAuthPath(path: string): boolean {
  return OPEN.has(path) || path.startsWith('/sso/saml/');
}
