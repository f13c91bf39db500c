import { commandLineSetup, newFunctionCommands } from '../../../lib/command-line.ts';
import { projectUrl } from '../../../lib/project-url.ts';
import { urlPart } from './curl.ts';
import { jsText } from './javascript.ts';
import { commandTopic, type DocsProject, type Language, type Snippet, topic } from './snippet.ts';

/** How functions come to be. The same commands in both languages. */
export function edgeFunctionsSnippets({ ref, origin }: DocsProject): Snippet[] {
  return [
    topic('Introduction', [
      'An edge function is TypeScript that answers requests. It is written and deployed in the dashboard, or with the command line as below.',
    ]),
    topic(
      'Pre-requisites',
      [
        'The public command line (npm install supabase) is told where this installation is. The access token is made under Account, Access tokens.',
      ],
      commandLineSetup(origin),
    ),
    topic(
      'Create an edge function',
      ['Writes supabase/functions/hello-world/index.ts, to be changed to what it should do.'],
      newFunctionCommands('hello-world'),
    ),
    topic(
      'Deploy edge function',
      ['Takes the place of the version before, if there is one.'],
      `supabase functions deploy hello-world --use-api --project-ref ${ref}`,
    ),
  ];
}

/** Calling one function. @param verifiesJwt callers bring a key or a user's token */
export function edgeFunctionSnippets(
  project: DocsProject,
  { slug, verifiesJwt }: { slug: string; verifiesJwt: boolean },
  language: Language,
): Snippet[] {
  const text = [
    language === 'js'
      ? 'An object is sent as JSON, a text as text, and a Blob, ArrayBuffer or FormData as what it is. The answer is read by its content type.'
      : 'Any method and any body: what the function answers to is its own to say.',
    verifiesJwt
      ? 'Callers bring a key of the project or the token of a user.'
      : 'Callers are not verified: no key is needed.',
  ];
  if (language === 'bash')
    return [
      commandTopic('Invoke function', text, {
        method: 'POST',
        url: `${projectUrl(project)}/functions/v1/${urlPart(slug)}`,
        headers: verifiesJwt ? [`apikey: ${project.key}`] : [],
        json: { name: 'Ada' },
      }),
    ];
  const code = `const { data, error } = await client.functions.invoke(${jsText(slug)}, {
  body: { name: 'Ada' },
})`;
  return [topic('Invoke function', text, code)];
}
