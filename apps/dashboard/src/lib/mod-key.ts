/** Whether this machine has a command key. */
export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How this machine writes the key that starts shortcuts. */
export function modKey(): string {
  return isApple ? '⌘' : 'Ctrl';
}
