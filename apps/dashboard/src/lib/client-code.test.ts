import { expect, it } from 'vitest';
import { clientCode, signUpCode } from './client-code.ts';

const ref = 'abcdefghijklmnopqrst';

it('gives projects below one host a storage of their own', () => {
  const project = { ref, restUrl: `http://127.0.0.1:8001/${ref}/rest/v1/` };
  expect(clientCode(project, 'sb_publishable_x')).toBe(`import { createClient } from '@supabase/supabase-js'

const client = createClient('http://127.0.0.1:8001/${ref}', 'sb_publishable_x', {
  auth: { storageKey: 'sb-${ref}-auth-token' },
})`);
});

it('needs nothing of the kind where the project has a host of its own', () => {
  const project = { ref, restUrl: `https://${ref}.api.example.com/rest/v1/` };
  expect(clientCode(project, 'key')).toContain(
    `const client = createClient('https://${ref}.api.example.com', 'key')`,
  );
});

it('is the same where a user signs up', () => {
  const project = { ref, restUrl: `http://127.0.0.1:8001/${ref}/rest/v1/` };
  expect(signUpCode(project, 'key').startsWith(`${clientCode(project, 'key')}\n`)).toBe(true);
});
