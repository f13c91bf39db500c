const LONGEST = 100;
/** What the command line takes for a project or a branch by its id. */
const LIKE_AN_ID = /^([a-z]{20}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * What is wrong with the name of a branch, as the end of a sentence; null: nothing. Names are those that git allows for branches and
 * everybody can type: `feature/login-page`. Commands take names and ids in the same place, so a name must not look like an id.
 */
export function branchNameProblem(name: string): string | null {
  if (name.length < 2) return 'must be longer than 1 character';
  if (name.length > LONGEST) return `must be at most ${LONGEST} characters`;
  if (!/^[\w./-]*$/.test(name)) return 'may have letters from a to z, digits and the characters . _ / - only';
  if (!/^\w/.test(name)) return 'must begin with a letter, a digit or _';
  if (/\.\.|\/\/|\/\.|\.\/|[./]$/.test(name))
    return 'must have no empty part, and no dot at the edge of a part';
  if (/\.lock(\/|$)/.test(name)) return 'must have no part that ends with .lock';
  return LIKE_AN_ID.test(name) ? 'must not look like the reference of a project' : null;
}
