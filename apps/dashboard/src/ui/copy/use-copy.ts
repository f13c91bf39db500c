import { COPIED_LABEL } from '@basalt/contract';
import { useEffect, useRef, useState } from 'react';
import { tellRefusal, writeClipboard } from './write-clipboard.ts';

/** What is copied, or how to get it. Nothing is copied when there turns out to be nothing. */
export type CopySource = string | (() => Promise<string | undefined>);

/** Copies text; `isCopied` stays true for as long as the Copied label is shown. `onCopied` hears of each time. */
export function useCopy(onCopied: (() => void) | undefined): {
  copy: (source: CopySource) => Promise<void>;
  isCopied: boolean;
} {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (source: CopySource) => {
    const text = typeof source === 'string' ? source : await source();
    if (text === undefined) return;
    if (!(await writeClipboard(text))) return tellRefusal();
    onCopied?.();
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_LABEL);
  };
  return { copy, isCopied };
}
