import { expect, test } from 'vitest';
import { hostProblem } from './host-problem.ts';

test.each([
  [['Host', 'a.test'], '/x'],
  [['accept', '*/*', 'HOST', 'a.test', 'x-host', 'b.test'], '/x'],
  [['host', 'a.test'], '*'],
  [['host', 'a.test:8001'], 'http://a.test:8001/x'],
  [['host', 'A.test'], 'HTTP://a.TEST:80/x'],
  [['host', 'a.test:443'], 'https://a.test?x'],
  [[], '/x'],
])('%j %s names one host', (headers, target) => expect(hostProblem(headers, target)).toBeNull());

test.each([
  [['Host', 'a.test', 'Host', 'a.test'], '/x'],
  [['Host', 'a.test', 'accept', '*/*', 'hOsT', 'b.test'], '/x'],
  [['host', '', 'HOST', 'b.test'], '/x'],
  [['host', 'a.test'], 'http://b.test/x'],
  [['host', 'a.test'], 'http://a.test:81/x'],
  [['host', 'a.test'], 'https://a.test:80/x'],
  [['host', 'a.test'], 'http://user@a.test/x'],
  [['host', 'a.test'], 'http:///x'],
  [[], 'http://a.test/x'],
])('%j %s does not', (headers, target) => expect(hostProblem(headers, target)).toMatch(/Host header/));
