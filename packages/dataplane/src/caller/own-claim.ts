/**
 * Whether a token says of itself that something is so. Only as a claim of its own counts it: what users write into their metadata
 * is in the token too.
 * @param name of the claim
 */
export function hasOwnClaim(claimsJson: string, name: string): boolean {
  if (!claimsJson.includes(name)) return false;
  const claims: unknown = JSON.parse(claimsJson);
  return typeof claims === 'object' && claims !== null && (claims as Record<string, unknown>)[name] === true;
}
