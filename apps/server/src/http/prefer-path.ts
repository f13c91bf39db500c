/**
 * The input of a call with what its path says on top. Path, query and body arrive merged, the body last; but the path is
 * what people read, log and guard, so nothing else may name another project.
 * @param route path of the contract: `/v1/projects/{ref}`
 * @param url what was asked for, query included
 */
export function preferPath(input: unknown, route: string | undefined, url: string): unknown {
  if (route === undefined || typeof input !== 'object' || input === null || Array.isArray(input))
    return input;
  const asked = pathSegments(url);
  const fromPath = pathSegments(route).flatMap((segment, place) =>
    segment.startsWith('{') ? [[segment.slice(1, -1), decodeURIComponent(asked[place] ?? '')]] : [],
  );
  return { ...input, ...Object.fromEntries(fromPath) };
}

function pathSegments(url: string): string[] {
  return (url.split('?', 1)[0] ?? '').split('/').filter((segment) => segment !== '');
}
