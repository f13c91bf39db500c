import type { FocusEvent } from 'react';

/** For `onFocus` of what Escape closes by itself: then it does not close the kit's dialog as well that it stands in. */
export function keepsEscape({ target }: FocusEvent): void {
  target.setAttribute('data-mantine-stop-propagation', 'true');
}
