import { useRef } from 'react';

/**
 * The last value that was not null: what a dialog says while it closes. What was confirmed often turns the question
 * round ("off" becomes "on"), and a dialog that fades out must not show the new one.
 */
export function useLast<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
