import { expect, test } from 'vitest';

const files = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default' });

/** Forms in which nothing can be lost that one would miss, with the reason. */
const WITHOUT_GUARD: Record<string, string> = {
  'features/api-keys/signing-key-dialogs.tsx': 'One choice with a default.',
  'features/auth-settings/send-test-mail.tsx': 'An address to send to; nothing is kept of it.',
  'features/auth-users/ban-dialog.tsx': 'One choice with a default.',
  'features/functions/code/file-name-dialog.tsx': 'The name of one file.',
  'features/functions/test/test-panel.tsx': 'A request to try out; nothing is kept of it.',
  'features/join/join-page.tsx': 'a password only',
  'features/password-reset/request-reset.tsx': 'An address to send to; nothing is kept of it.',
  'features/password-reset/reset-password-page.tsx': 'A new password, and the link goes on working.',
  'features/realtime/inspector/channel-form.tsx': 'A channel to try out; nothing is kept of it.',
  'features/realtime/inspector/send-form.tsx': 'A message to try out; nothing is kept of it.',
  'features/reports/cards/card-dialogs.tsx': 'A size, of which the card says what it is.',
  'features/set-up/set-up-page.tsx': 'No way leads away from it.',
  'features/sign-in/open-id-return-page.tsx': 'A code of a few digits.',
  'features/sign-in/sign-in-page.tsx': 'Browsers fill it in.',
  'features/storage/explorer/change-dialogs.tsx': 'One name, of a folder or an object.',
  'features/table-editor/panels/row-reach-panel.tsx': 'A key to look for.',
  'operations/deletion/delete-dialog.tsx': 'The project’s name, typed to confirm.',
  'operations/restore/restore-dialogs.tsx': 'A choice to confirm.',
  'query/card/parameters-popover.tsx': 'Values for one look at a card.',
  'ui/confirm-dialog.tsx': 'A name, typed to confirm.',
};

test('every form asks before its changes are lost', async () => {
  const unguarded: string[] = [];
  for (const [file, read] of Object.entries(files)) {
    const text = await read();
    if (text.includes('<form') && !text.includes('<UnsavedGuard')) unguarded.push(pathOf(file));
  }
  expect(unguarded.sort()).toEqual(Object.keys(WITHOUT_GUARD).sort());
});

/** Below `src`, however the bundler writes it. */
function pathOf(file: string): string {
  return file.replace(/^\.\.\/\.\.\//, '').replace(/^\.\.\//, 'ui/');
}
