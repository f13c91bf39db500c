import { clientCode } from '../../../lib/client-code.ts';
import { projectUrl } from '../../../lib/project-url.ts';
import { shellText } from './curl.ts';
import { jsText } from './javascript.ts';
import { commandTopic, type DocsProject, type Language, type Snippet, topic } from './snippet.ts';

/** How to reach a project, and with which key. */
export function introductionSnippets(project: DocsProject, language: Language): Snippet[] {
  const isJs = language === 'js';
  const url = projectUrl(project);
  return [
    isJs
      ? topic(
          'Connect',
          ['Everything is reached through one client, which the other snippets call client.'],
          clientCode(project, project.key),
        )
      : commandTopic('Connect', ['No library is needed: every request brings a key in the header apikey.'], {
          url: `${url}/auth/v1/health`,
          headers: [`apikey: ${project.key}`],
        }),
    topic(
      'Client API keys',
      [
        'This key may be in a browser or an app. What it may do is decided by your policies. Where row level security is switched off for a table, everybody reads and writes it.',
      ],
      isJs ? `const PUBLISHABLE_KEY = ${jsText(project.key)}` : `PUBLISHABLE_KEY=${shellText(project.key)}`,
    ),
    topic(
      'Service keys',
      [
        'This key is secret. It bypasses row level security: keep it on a server, in a variable of the environment, and never share it.',
      ],
      isJs ? serviceClient(url) : `export PROJECT_SECRET_KEY=${shellText(project.secretKey)}`,
    ),
  ];
}

function serviceClient(url: string): string {
  return `import { createClient } from '@supabase/supabase-js'

const admin = createClient(${jsText(url)}, process.env.PROJECT_SECRET_KEY, {
  auth: { persistSession: false, autoRefreshToken: false },
})`;
}
