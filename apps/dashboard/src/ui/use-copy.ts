import { COPIED_LABEL } from '@basalt/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { writeClipboard } from './write-clipboard.ts';

/** Copies text; `isCopied` stays true for as long as the Copied label is shown. */
export function useCopy(): { copy: (text: string) => Promise<void>; isCopied: boolean } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async (text: string) => {
    if (!(await writeClipboard(text))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_LABEL);
  }, []);
  return { copy, isCopied };
}
