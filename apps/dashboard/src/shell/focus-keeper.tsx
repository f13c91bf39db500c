import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePlace } from './use-place.ts';

/** After a change of page, moves the keyboard to the new content and tells screen readers where they are. */
export function FocusKeeper() {
  const path = useLocation({ select: (location) => location.pathname });
  const { title } = usePlace();
  const previous = useRef(path);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    setAnnouncement(title);
    const main = document.getElementById('main');
    main?.scrollTo(0, 0);
    // A page that took the focus itself, such as a form with a first field, keeps it.
    if (main?.contains(document.activeElement) === true) return;
    main?.focus({ preventScroll: true });
  }, [path, title]);
  return (
    <div aria-live="polite" className="visually-hidden">
      {announcement}
    </div>
  );
}
