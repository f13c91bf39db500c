import { createHash } from 'node:crypto';

/** The name that a class of a CSS module has in the page, such as `_button_1gy7m`: the same for the same stylesheet, and as short as it can be. */
export function className(name: string, _file: string, css: string): string {
  return `_${name}_${createHash('sha256').update(css).digest('hex').slice(0, 5)}`;
}
