import type { MailKind } from './template-sections.ts';

const WAYS_ON = /\{\{-?\s*\.(?:ConfirmationURL|TokenHash|Token)\s*-?\}\}/;
const CODE = /\{\{-?\s*\.Token\s*-?\}\}/;

/** What a mail of one's own lacks, so that nobody who gets it could go on; null when nothing. An empty one is built in. */
export function templateWarning(kind: MailKind, content: string): string | null {
  if (content.trim() === '' || kind.endsWith('_notification')) return null;
  // It has no link that could stand for the code.
  if (kind === 'reauthentication')
    return CODE.test(content)
      ? null
      : 'This mail holds no code, so nobody who gets it can go on. Put {{ .Token }} where the code belongs.';
  return WAYS_ON.test(content)
    ? null
    : 'This mail holds neither a link nor a code, so nobody who gets it can go on. Put {{ .ConfirmationURL }} where the link belongs, or {{ .Token }} where the code does.';
}
