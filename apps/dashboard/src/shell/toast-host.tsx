import { lazy, Suspense, useEffect, useState } from 'react';

const Toasts = lazy(() => import('./toasts.tsx').then(({ Toasts }) => ({ default: Toasts })));

/** Where toasts appear. Loaded once the page has been painted, since nothing is said before. */
export function ToastHost() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNeeded(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{isNeeded && <Toasts />}</Suspense>;
}
