/**
 * Why nobody can say which host a request is for; null when it is clear. Servers and proxies in a row would each pick
 * another one, so that one checks what the other does not serve.
 * @param rawHeaders names and values in turn, as they came
 * @param target as it stands in the request line
 */
export function hostProblem(rawHeaders: readonly string[], target: string): string | null {
  let host: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'The request has more than one Host header.';
    host = rawHeaders[index + 1] ?? '';
  }
  if (target.startsWith('/') || target === '*') return null;
  const named = /^(https?):\/\/([^/?#]*)/i.exec(target);
  if (named === null) return null;
  const [, scheme = '', authority = ''] = named;
  const same = withoutUsualPort(authority, scheme) === withoutUsualPort(host ?? '', scheme);
  return same ? null : 'The Host header and the address of the request name different hosts.';
}

function withoutUsualPort(authority: string, scheme: string): string {
  const usual = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  const text = authority.toLowerCase();
  return text.endsWith(usual) ? text.slice(0, -usual.length) : text;
}
