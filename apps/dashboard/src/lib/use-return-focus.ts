import { useEffect } from 'react';

const OVERLAY = '[role="dialog"], [role="alertdialog"]';

/** A dialog fades out before it lets go of the focus: how often to look, in milliseconds, and how many times. */
const LOOK_EVERY = 50;
const LOOKS = 20;

/** What had the focus last outside of dialogs and menus. */
let last: HTMLElement | null = null;

if (typeof document !== 'undefined') {
  // Whoever was quicker than this file has the focus already.
  noteFocus(document.activeElement);
  document.addEventListener('focusin', ({ target }) => noteFocus(target));
}

function noteFocus(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.closest(OVERLAY) === null) last = target;
}

/**
 * Gives the focus back to what opened a dialog. A dialog that is there only while it is open, or that is loaded when it is
 * first wanted, cannot know that: by then its button may be busy or its menu gone.
 */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const opener = last;
    return () => void giveBack(opener);
  }, [isOpen]);
}

async function giveBack(opener: HTMLElement | null): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY));
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) {
      if (activeElement.closest(OVERLAY) === null) return;
      continue;
    }
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    // A button that is still busy does not take it.
    if (document.activeElement === opener) return;
  }
}
