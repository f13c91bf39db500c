import { expect, test } from 'vitest';
import { isProjectPath } from './is-project-path.ts';

const ref = 'abcdefghijklmnopqrst';

test.each([
  [`/project/${ref}`, true],
  [`/project/${ref}/`, true],
  [`/project/${ref}/settings/general`, true],
  [`/project/${ref}x`, false],
  [`/project/${'b'.repeat(20)}/sql`, false],
  ['/projects', false],
  ['/', false],
])('%s belongs to the project: %s', (path, belongs) => expect(isProjectPath(path, ref)).toBe(belongs));
