import type { AuthConfig } from '@basalt/contract';
import { expect, it } from 'vitest';
import { smtpProblems, templateWarning } from './settings-warnings.ts';

const complete = { smtp_host: 'mail.example.com', smtp_port: '587', smtp_admin_email: 'me@example.com' };

it('has nothing to say about a complete server', () => {
  expect(smtpProblems(complete as AuthConfig)).toEqual({});
});

it('has nothing to say while no server is wanted', () => {
  const nothing = { smtp_host: null, smtp_port: null, smtp_admin_email: null, smtp_max_frequency: 5 };
  expect(smtpProblems(nothing as AuthConfig)).toEqual({});
});

it.each([
  [{ smtp_host: null }, 'smtp_host'],
  [{ smtp_port: null }, 'smtp_port'],
  [{ smtp_port: 'smtp' }, 'smtp_port'],
  [{ smtp_admin_email: null }, 'smtp_admin_email'],
])('%j is missing something', (values, name) => {
  expect(Object.keys(smtpProblems({ ...complete, ...values } as AuthConfig))).toEqual([name]);
});

it.each([
  ['confirmation', '', null],
  ['confirmation', ' \n', null],
  ['confirmation', '<p>Welcome</p>', /neither a link nor a code/],
  ['confirmation', '{{ .TokenX }} {{ .Email }} ConfirmationURL', /neither/],
  ['confirmation', '<a href="{{ .ConfirmationURL }}">Go</a>', null],
  ['invite', '<a href="{{ .SiteURL }}/join?h={{.TokenHash}}">Go</a>', null],
  ['recovery', 'Code: {{- .Token -}}', null],
  ['reauthentication', '<a href="{{ .ConfirmationURL }}">Go</a>', /no code/],
  ['reauthentication', '{{ .Token }}', null],
  ['password_changed_notification', '<p>Changed</p>', null],
] as const)('%s: %j', (kind, content, warning) => {
  const said = templateWarning(kind, content);
  if (warning === null) expect(said).toBeNull();
  else expect(said).toMatch(warning);
});
