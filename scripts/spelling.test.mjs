import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// One spelling, the American one, in what people read: the dashboard, the documents, and what the servers answer.
const FILES = ['apps/dashboard/src', 'apps/server/src', 'packages/*/src', 'docs', '*.md'];
const BRITISH =
  /\b\w*(?:colour|favourite|behaviour|honour|flavour|centre\b|licence|catalogue|organis|recognis|initialis|optimis|summaris|normalis|customis|synchronis|authoris|analys(?:e|ing)\b|travell|modell(?:ed|ing)|learnt|spelt|whilst|grey)\w*/gi;
/** Words of SQL. */
const KEYWORDS = /\banalyse\b/g;
/** Words of an API that others have fixed, and states that programs read. */
const SHOWN_CANCELLED = /['"`>][^'"`<>\n]* [Cc]ancell(?:ed|ing)\b|['"`>]Cancell(?:ed|ing)\b/g;

/** What pages say in another way; docs/design/words.md has the words. */
const OTHER_WORDS =
  /['"`>](?:[^'"`<>\n]* )?(?:past row level security|[Yy]ou may not see|(?:[Cc]lient|[Uu]ser) id\b|a line each|is no (?:JSON|PDF))/g;

function files() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...FILES]);
  return listed
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|tsx|css|md)$/.test(file) && !/\.test\.|CHANGELOG|breach|generated/.test(file));
}

it('is American everywhere', () => {
  const found = files().flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(KEYWORDS, '');
    const words = [
      ...text.matchAll(BRITISH),
      ...(file.endsWith('.tsx') ? text.matchAll(SHOWN_CANCELLED) : []),
      ...(file.startsWith('apps/dashboard/') ? text.matchAll(OTHER_WORDS) : []),
    ];
    return words.map(([word]) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
