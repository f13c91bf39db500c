// biome-ignore lint/style/noRestrictedImports: tests run in Node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const TEXT = 4.5;
const GRAPHIC = 3;
const GROUNDS = ['page', 'surface', 'surface-sunken', 'bar'];
const FILLS = ['stone-3', 'stone-4'];

/** Color tokens of one scheme as `#rrggbb`. */
function tokens(scheme: 'light' | 'dark'): Map<string, string> {
  const start = css.indexOf(`color-scheme="${scheme}"`);
  const blocks = css.slice(start, css.indexOf('}', start)) + css.slice(css.indexOf(':root {'));
  const raw = new Map([...blocks.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!]));
  const resolve = (value: string): string => {
    const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    return name === undefined ? value : resolve(raw.get(name) ?? '');
  };
  return new Map([...raw].map(([name, value]) => [name, resolve(value)]));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const onEvery = (names: string[], grounds: string[], least: number) =>
  names.flatMap((name) => grounds.map((ground): [string, string, number] => [name, ground, least]));

const PAIRS = [
  ...onEvery(['text', 'text-dim', 'text-faint', 'danger', 'warn', 'ok', 'ember-text'], GROUNDS, TEXT),
  ...onEvery(['text', 'text-dim'], FILLS, TEXT),
  ...onEvery(['ember-ring', 'stone-9'], ['page', 'surface'], GRAPHIC),
  ['ember-on-fill', 'ember-fill', TEXT],
  ['ember-on-fill', 'ember-fill-hover', TEXT],
  ['danger', 'danger-wash', TEXT],
  ['warn', 'warn-wash', TEXT],
  ['info', 'info-wash', TEXT],
  ['ok', 'ok-wash', TEXT],
] as Array<[string, string, number]>;

describe.each(['light', 'dark'] as const)('%s colors', (scheme) => {
  const colors = tokens(scheme);
  it.each(PAIRS)('%s on %s reaches %d : 1', (name, ground, least) => {
    expect(contrast(colors.get(name)!, colors.get(ground)!)).toBeGreaterThanOrEqual(least);
  });
});
