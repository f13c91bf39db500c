const FOLDER = '../../../../../docs/';

/** The documents that come with the product, each in a file of its own that is loaded when it is read. */
const LOADERS = import.meta.glob<string>(
  ['../../../../../docs/*.md', '!../../../../../docs/{figures,glossary}.md'],
  {
    query: '?raw',
    import: 'default',
  },
);

/** The Markdown of a document by the name of its file without the ending. Null: there is none of that name. */
export async function loadDocument(name: string): Promise<string | null> {
  const path = `${FOLDER}${name}.md`;
  return Object.hasOwn(LOADERS, path) ? ((await LOADERS[path]?.()) ?? null) : null;
}

/** The name in a link from one document to another, such as `backups` in `backups.md#where`. */
export function documentOf(to: string): { name: string; hash: string } | null {
  const match = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(to);
  if (match?.[1] === undefined || !Object.hasOwn(LOADERS, `${FOLDER}${match[1]}.md`)) return null;
  return { name: match[1], hash: match[2] ?? '' };
}
