import { SCHEMA_READER_CLAIM } from '@basalt/project';

/**
 * Whether a caller may read the schema although that is off. Only as a claim of its own counts it: what users write into their
 * metadata is in the token too.
 */
export function readsSchema(claimsJson: string): boolean {
  if (!claimsJson.includes(SCHEMA_READER_CLAIM)) return false;
  const claims: unknown = JSON.parse(claimsJson);
  return (
    typeof claims === 'object' &&
    claims !== null &&
    (claims as Record<string, unknown>)[SCHEMA_READER_CLAIM] === true
  );
}
