import type { MantineColorScheme } from '@mantine/core';

/** The same key as `public/color-scheme.js`, which sets the scheme before the first paint. */
const KEY = 'basalt:color-scheme';
const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let chosen = readChoice();

darkSystem.addEventListener('change', apply);
window.addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  chosen = readChoice();
  apply();
});

/** What the person chose; `auto` follows the system. */
export function chosenScheme(): MantineColorScheme {
  return chosen;
}

export function chooseScheme(scheme: MantineColorScheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Storage may be forbidden; the choice lasts until the page is closed then.
  }
  apply();
}

export function subscribeToScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readChoice(): MantineColorScheme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function apply(): void {
  const isDark = chosen === 'dark' || (chosen === 'auto' && darkSystem.matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  for (const listener of listeners) listener();
}
