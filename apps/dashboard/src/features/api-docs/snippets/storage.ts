import { DOCS_EXAMPLES } from '@basalt/contract';
import { projectUrl } from '../../../lib/project-url.ts';
import { type Request, urlPart, urlPath } from './curl.ts';
import { jsText } from './javascript.ts';
import { commandTopic, type DocsProject, type Language, type Snippet, topic } from './snippet.ts';

export interface DocsBucket {
  name: string;
  isPublic: boolean;
  /** Null: all. */
  allowedMimeTypes: readonly string[] | null;
}

/** What there is to say of storage as a whole. */
export function storageSnippets(): Snippet[] {
  return [
    topic('Introduction', [
      'Files are objects in buckets. Who may do what with them is decided by policies on storage.objects: without one, only the secret key gets through.',
      'Files of a public bucket can be read by everybody who knows their address; uploading and deleting take policies there, too.',
    ]),
  ];
}

/** Everything one does with the files of a bucket. */
export function bucketSnippets(project: DocsProject, bucket: DocsBucket, language: Language): Snippet[] {
  const js = jsCode(bucket);
  const bash = requests(project, bucket);
  const topicOf = (title: string, text: readonly string[], what: keyof Code) =>
    language === 'js' ? topic(title, text, js[what]) : commandTopic(title, text, bash[what]);
  return [
    topicOf('Upload file', ['Takes a policy that lets callers insert into storage.objects.'], 'upload'),
    topicOf('Delete files', ['Takes policies that let callers select and delete.'], 'remove'),
    topicOf(
      'List all files',
      [`At most ${DOCS_EXAMPLES.listLimit} at a time. Takes a policy that lets callers select.`],
      'list',
    ),
    topicOf('Download file', ['Takes a policy that lets callers select.'], 'download'),
    bucket.isPublic
      ? topicOf(
          'Retrieve public URL',
          ['The address of a file that everybody can read, without a key.'],
          'publicUrl',
        )
      : topicOf(
          'Create signed URL',
          [
            `An address that lets everybody who has it read one file, for ${DOCS_EXAMPLES.signedUrlExpiry} seconds. Takes a policy that lets callers select.`,
          ],
          'signedUrl',
        ),
  ];
}

type Code = Record<'upload' | 'remove' | 'list' | 'download' | 'publicUrl' | 'signedUrl', string>;

const FOLDER = 'folder';
/** What is in the file that snippets make and that is sent in place. */
export const FILE_TEXT = 'Hello';

function jsCode(bucket: DocsBucket): Code {
  const { listLimit, signedUrlExpiry, cacheControl } = DOCS_EXAMPLES;
  const { name, type } = exampleFile(bucket.allowedMimeTypes);
  const from = `client.storage.from(${jsText(bucket.name)})`;
  const path = jsText(`${FOLDER}/${name}`);
  return {
    // In a browser it comes from a field: `input.files[0]`.
    upload: `const file = new File(['${FILE_TEXT}'], ${jsText(name)}, { type: ${jsText(type)} }) // or input.files[0]

const { data, error } = await ${from}.upload(${path}, file, {
  cacheControl: '${cacheControl}',
  upsert: false,
})`,
    remove: `const { data, error } = await ${from}.remove([${path}])`,
    list: `const { data, error } = await ${from}.list('${FOLDER}', {
  limit: ${listLimit},
  offset: 0,
  sortBy: { column: 'name', order: 'asc' },
})`,
    download: `const { data, error } = await ${from}.download(${path})`,
    publicUrl: `const { data } = ${from}.getPublicUrl(${path})`,
    signedUrl: `const { data, error } = await ${from}.createSignedUrl(${path}, ${signedUrlExpiry})`,
  };
}

function requests(project: DocsProject, bucket: DocsBucket): Record<keyof Code, Request> {
  const { listLimit, signedUrlExpiry, cacheControl } = DOCS_EXAMPLES;
  const { name, type } = exampleFile(bucket.allowedMimeTypes);
  const headers = [`apikey: ${project.key}`];
  const url = `${projectUrl(project)}/storage/v1/object`;
  const id = urlPart(bucket.name);
  const at = `${id}/${urlPath(`${FOLDER}/${name}`)}`;
  return {
    upload: {
      method: 'POST',
      url: `${url}/${at}`,
      headers: [...headers, `Cache-Control: max-age=${cacheControl}`],
      file: { name, type },
    },
    remove: {
      method: 'DELETE',
      url: `${url}/${id}`,
      headers,
      json: { prefixes: [`${FOLDER}/${name}`] },
    },
    list: {
      method: 'POST',
      url: `${url}/list/${id}`,
      headers,
      json: { prefix: FOLDER, limit: listLimit, offset: 0, sortBy: { column: 'name', order: 'asc' } },
      isRead: true,
    },
    download: { url: `${url}/${at}`, headers, saveAs: name },
    publicUrl: { url: `${url}/public/${at}`, headers: [], saveAs: name },
    signedUrl: {
      method: 'POST',
      url: `${url}/sign/${at}`,
      headers,
      json: { expiresIn: signedUrlExpiry },
      isRead: true,
    },
  };
}

/** Types with the names of files that have them. What a bucket allows decides; without a rule it is a text. */
const EXAMPLES: readonly (readonly [type: string, name: string])[] = [
  ['text/plain', 'hello.txt'],
  ['image/png', 'avatar.png'],
  ['image/jpeg', 'avatar.jpg'],
  ['application/pdf', 'document.pdf'],
  ['application/json', 'data.json'],
  ['text/csv', 'data.csv'],
  ['audio/mpeg', 'song.mp3'],
  ['video/mp4', 'film.mp4'],
];

/** A file that a bucket takes. */
export function exampleFile(allowed: readonly string[] | null): { name: string; type: string } {
  const found = EXAMPLES.find(([type]) => allowed === null || allowed.some((pattern) => fits(type, pattern)));
  if (found !== undefined) return { type: found[0], name: found[1] };
  const [type = 'application/octet-stream'] = allowed ?? [];
  return { type: type.replace('/*', '/example'), name: 'file' };
}

function fits(type: string, pattern: string): boolean {
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern.toLowerCase();
}
