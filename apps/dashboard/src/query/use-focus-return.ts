import { useEffect, useState } from 'react';

/** Gives the focus back, when the component goes, to what had it when the component came. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What takes the place of the component may have taken the focus too.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
}
