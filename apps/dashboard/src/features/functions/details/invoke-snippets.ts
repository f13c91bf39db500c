import { clientCode } from '../../../lib/client-code.ts';

interface Invocation {
  project: { ref: string; restUrl: string };
  url: string;
  slug: string;
  /** Null: callers are not verified. */
  key: string | null;
}

/** Ready to be pasted. */
export const INVOKE_SNIPPETS = {
  cURL: ({ url, key }: Invocation) =>
    [
      `curl -X POST '${url}'`,
      ...(key === null ? [] : [`  -H 'apikey: ${key}'`]),
      `  -H 'Content-Type: application/json'`,
      `  -d '{"name": "Ada"}'`,
    ].join(' \\\n'),
  JavaScript: ({ project, slug, key }: Invocation) =>
    `${clientCode(project, key ?? 'YOUR_PUBLISHABLE_KEY')}

const { data, error } = await client.functions.invoke('${slug}', {
  body: { name: 'Ada' },
})`,
  fetch: ({ url, key }: Invocation) =>
    `const response = await fetch('${url}', {
  method: 'POST',
  headers: {${key === null ? '' : `\n    apikey: '${key}',`}
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ name: 'Ada' }),
})
console.log(response.status, await response.text())`,
} as const;
export type InvokeProgram = keyof typeof INVOKE_SNIPPETS;
