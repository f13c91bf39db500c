/** A call without what its address is made of. Nothing is sent: `/projects/undefined` is nobody's address. */
export class MissingIdentifier extends Error {}

/**
 * What a call must say of the project or organization it is about.
 * @param path the names of the call in the contract
 * @throws MissingIdentifier when it is empty or undefined
 */
export function requireIdentifiers([part, call]: readonly string[], input: unknown): void {
  const { params } = (input ?? {}) as { params?: unknown };
  const identifiers = (params ?? input ?? {}) as { slug?: unknown; ref?: unknown };
  const isMissing = (name: 'slug' | 'ref') => name in identifiers && !identifiers[name];
  if (isMissing('slug'))
    throw new MissingIdentifier(
      call === 'availableVersions' ? 'organizationSlug is required' : 'slug is required',
    );
  if (isMissing('ref'))
    throw new MissingIdentifier(
      part === 'pauseAndDeletion' ? 'Project ref is required' : 'projectRef is required',
    );
}
