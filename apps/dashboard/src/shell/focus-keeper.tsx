import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePlace } from './use-place.ts';

/** After a change of page, moves the keyboard to the new content and tells screen readers where they are. */
export function FocusKeeper() {
  // Of the page that is drawn, not of the address that leads to it: to move the focus costs a layout, and the page before is on its way out.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const { title } = usePlace();
  const previous = useRef(path);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    setAnnouncement(title);
    // With the frame that lays out the new page anyway.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main');
      main?.scrollTo(0, 0);
      // A page that took the focus itself, such as a form with a first field, keeps it.
      if (main?.contains(document.activeElement) === true) return;
      main?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path, title]);
  return (
    <div aria-live="polite" className="visually-hidden">
      {announcement}
    </div>
  );
}
