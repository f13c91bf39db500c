import { useEffect, useState } from 'react';

/** Whether a banner came up on the page that is shown. Whoever has been elsewhere since finds it with its own room. */
export function useIsLate(path: string, isShown: boolean): boolean {
  const [quietPath, setQuietPath] = useState<string | null>(null);
  useEffect(() => {
    setQuietPath((quiet) => (!isShown || quiet === path ? path : null));
  }, [path, isShown]);
  return isShown && quietPath === path;
}
