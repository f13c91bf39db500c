import type { MantineColorsTuple, MantineTransition, VariantColorsResolver } from '@mantine/core';
import type { CSSProperties } from 'react';

// Stands in for three files of the kit (vite.config.ts): its palette, how it computes colors from that, and its transitions. Colors come from
// `kit.css`.

const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const tuple = (name: string) =>
  STEPS.map((step) => `var(--mantine-color-${name}-${step})`) as unknown as MantineColorsTuple;

/** The colors that parts of the kit may have, and those that the kit itself asks for. */
export const DEFAULT_COLORS: Readonly<Record<string, MantineColorsTuple>> = {
  ember: tuple('ember'),
  red: tuple('red'),
  gray: tuple('gray'),
  dark: tuple('dark'),
};

/** How a part of the kit is painted: the names of variables for its color, one of {@link DEFAULT_COLORS}, in its variant. */
export const defaultVariantColorsResolver: VariantColorsResolver = ({ color = 'ember', variant }) => {
  const of = (part: string) => `var(--mantine-color-${color}-${part})`;
  const clear = '1px solid transparent';
  if (variant === 'filled') {
    const text = color === 'ember' ? 'var(--ember-on-fill)' : 'var(--mantine-color-white)';
    return { background: of('filled'), hover: of('filled-hover'), color: text, border: clear };
  }
  if (variant === 'light')
    return { background: of('light'), hover: of('light-hover'), color: of('light-color'), border: clear };
  const background = 'transparent';
  if (variant === 'outline')
    return {
      background,
      hover: of('outline-hover'),
      color: of('outline'),
      border: `1px solid ${of('outline')}`,
    };
  if (variant === 'subtle')
    return { background, hover: of('light-hover'), color: of('light-color'), border: clear };
  if (variant === 'transparent')
    return { background, hover: background, color: of('light-color'), border: clear };
  const plain = 'var(--mantine-color-default';
  return {
    background: `${plain})`,
    hover: `${plain}-hover)`,
    color: `${plain}-color)`,
    border: `1px solid ${plain}-border)`,
  };
};

interface TransitionStyles {
  in: CSSProperties;
  out: CSSProperties;
  common?: CSSProperties;
  transitionProperty: string;
}

const slide = (outside: string): TransitionStyles => ({
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: outside },
  transitionProperty: 'transform, opacity',
});

/** How dialogs, panels and signs of waiting come and go: those of the kit that its parts ask for by themselves. */
export const transitions: Readonly<Partial<Record<Extract<MantineTransition, string>, TransitionStyles>>> = {
  fade: { in: { opacity: 1 }, out: { opacity: 0 }, transitionProperty: 'opacity' },
  'fade-down': slide('translateY(-30px)'),
  pop: slide('scale(.9) translateY(10px)'),
  'slide-down': slide('translateY(-100%)'),
  'slide-left': slide('translateX(100%)'),
  'slide-right': slide('translateX(-100%)'),
};
