import { expect, it } from 'vitest';
import { templateWarning } from './template-warning.ts';

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
