const START = '/projects';
/** Pages that make no sense as a place to go after signing in. */
const DOORS = ['/sign-in', '/sign-in/openid', '/set-up', '/forgotten-password', '/reset-password', '/join'];

/** Whether this is a page for those who are not signed in. */
export function isDoor(path: string): boolean {
  return DOORS.includes(path);
}

/**
 * Where to go after signing in: `next` when it is a path of this dashboard, else the project list. Whatever leads to
 * another origin (`//host`, `/\host`, `javascript:`) or back to the door is refused.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return START;
  const here = 'http://here.invalid';
  const url = URL.parse(next, here);
  if (url === null || url.origin !== here || isDoor(url.pathname)) return START;
  // A path such as "/..//host" is same-origin to the parser and another host once it is written out again.
  return url.pathname.startsWith('//') ? START : `${url.pathname}${url.search}${url.hash}`;
}
