import { expect, test } from 'vitest';
import { type GitAddress, githubApiOf, readGitAddress } from './git-address.ts';

test.each([
  ['https://github.com/acme/app.git', 'http', 'acme/app', '/acme/app.git'],
  ['https://gitlab.example.com:8443/group/sub/app/', 'http', 'group/sub/app', '/group/sub/app'],
  ['http://127.0.0.1:3000/app.git', 'http', 'app', '/app.git'],
  ['git@github.com:acme/app.git', 'ssh', 'acme/app', 'acme/app.git'],
  ['ssh://deploy@git.example.com:2222/srv/app.git', 'ssh', 'srv/app', '/srv/app.git'],
  ['local:team/app.git', 'local', 'team/app', 'team/app.git'],
])('%s is the address of a repository', (text, kind, name, path) => {
  expect(readGitAddress(text)).toMatchObject({ kind, name, path });
  // What is kept is read as the same.
  expect(readGitAddress((readGitAddress(text) as GitAddress).address)).toEqual(readGitAddress(text));
});

test.each([
  '',
  'acme/app',
  'file:///etc',
  'ext::sh -c id',
  'local:/etc',
  'local:../other',
  'local:a/../../b',
  'https://user:token@github.com/acme/app',
  'https://token@github.com/acme/app',
  'http://git.example.com/acme/app',
  'https://github.com/',
  'https://github.com/a b/c',
  "git@host:it's/app",
  'git@host:-oProxyCommand=id/$(id)',
  'https://github.com/acme/app?x=1',
  `https://github.com/${'a'.repeat(300)}`,
])('%j is none', (text) => {
  expect(readGitAddress(text)).toBeTypeOf('string');
});

test.each([
  ['https://github.com/acme/app', 'https://api.github.com'],
  ['https://github.acme.com/acme/app', 'https://github.acme.com/api/v3'],
  ['https://gitlab.com/acme/app', null],
  ['git@github.com:acme/app.git', null],
])('%s has the API %s', (text, api) => {
  expect(githubApiOf(readGitAddress(text) as GitAddress)).toBe(api);
});
