import { describe, expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

describe('nextPath', () => {
  it.each<[unknown, string]>([
    ['/project/abcdefghijklmnopqrst/sql', '/project/abcdefghijklmnopqrst/sql'],
    ['/projects?q=shop&status=ACTIVE_HEALTHY#top', '/projects?q=shop&status=ACTIVE_HEALTHY#top'],
    ['/', '/'],
    [undefined, '/projects'],
    [7, '/projects'],
    ['', '/projects'],
    ['projects', '/projects'],
    ['https://evil.example/projects', '/projects'],
    ['//evil.example', '/projects'],
    ['/\\evil.example', '/projects'],
    ['/\t/evil.example', '/projects'],
    ['/..//evil.example', '/projects'],
    ['/.//evil.example', '/projects'],
    ['javascript:alert(1)', '/projects'],
    ['/sign-in?next=%2Fprojects', '/projects'],
    ['/set-up', '/projects'],
  ])('%j leads to %j', (next, path) => {
    expect(nextPath(next)).toBe(path);
  });
});
