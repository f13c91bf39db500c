import { showToast } from '../../lib/toast.ts';

/** Puts text on the clipboard from where nothing else can say so, such as a menu that has closed. */
export async function copyAndTell(text: string, done = 'Copied'): Promise<void> {
  if (await writeClipboard(text)) await showToast('done', done);
  else await tellRefusal();
}

/** Says that nothing was copied. */
export function tellRefusal(): Promise<void> {
  return showToast('failed', 'This browser does not allow copying.');
}

/** Puts text on the clipboard. False when the browser allows neither way. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeThroughSelection(text);
  }
}

/** Without https, on a machine that is not this one, browsers offer no clipboard object. */
function writeThroughSelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const previous = document.activeElement;
  // Inside an open dialog, focus cannot leave it.
  (previous?.closest('[role="dialog"], dialog') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (previous instanceof HTMLElement) previous.focus();
  }
}
