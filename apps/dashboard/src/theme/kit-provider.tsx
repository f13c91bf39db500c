import { createTheme, MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { chooseScheme, chosenScheme, subscribeToScheme } from './color-scheme.ts';
import { DEFAULT_COLORS, defaultVariantColorsResolver } from './kit-defaults.ts';

/** What kit components are like unless a page says otherwise. Colors and sizes live in CSS. */
const theme = createTheme({
  colors: DEFAULT_COLORS,
  primaryColor: 'ember',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  defaultRadius: 'md',
  variantColorResolver: defaultVariantColorsResolver,
  components: {
    Button: { defaultProps: { variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 120 } } },
    // The kit's header element would be taken for the banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, position: 'bottom-end' } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
  },
});

/**
 * What the kit's own provider does, less what we do not need: it would write all color variables at run time, while
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
