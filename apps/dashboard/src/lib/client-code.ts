import { projectUrl } from './project-url.ts';

/**
 * JavaScript that makes a client of a project and runs as it is. The client keeps sessions under a name made of the host: where
 * projects share one, below paths of it, each gets a name of its own, or signing in to one would sign out of the other.
 */
export function clientCode(project: { ref: string; restUrl: string }, key: string): string {
  const url = projectUrl(project);
  const options = sessionOptions(project);
  return `import { createClient } from '@supabase/supabase-js'

const client = createClient('${url}', '${key}'${options})`;
}

/** The same with a first user signing up. */
export function signUpCode(project: { ref: string; restUrl: string }, key: string): string {
  return `${clientCode(project, key)}

const { data, error } = await client.auth.signUp({
  email: 'first.user@example.com',
  password: 'a password of their choice',
})`;
}

/** What a client in a browser takes as its last argument, with the comma before it; nothing where it needs none. */
export function sessionOptions(project: { ref: string; restUrl: string }): string {
  return sharesHost(projectUrl(project))
    ? `, {\n  auth: { storageKey: 'sb-${project.ref}-auth-token' },\n}`
    : '';
}

function sharesHost(url: string): boolean {
  return new URL(url).pathname !== '/';
}
