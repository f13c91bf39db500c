import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { chooseScheme, chosenScheme, subscribeToScheme } from './color-scheme.ts';
import { theme } from './theme.ts';

/**
 * What the kit's own provider does, less what we do not need: it would write all colour variables at run time, while
 * ours are a stylesheet that is there before the first script.
 */
export function KitProvider({ children }: { children: ReactNode }) {
  const colorScheme = useSyncExternalStore(subscribeToScheme, chosenScheme);
  return (
    <MantineContext
      value={{
        colorScheme,
        setColorScheme: chooseScheme,
        clearColorScheme: () => chooseScheme('auto'),
        getRootElement: () => document.documentElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
