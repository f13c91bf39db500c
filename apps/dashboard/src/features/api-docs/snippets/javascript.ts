/** Any value that JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
// Line ends, control characters and halves of characters, which no file can hold.
const UNWRITABLE =
  /['\\\p{Cc}\u2028\u2029]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu;

/** A text in single quotes. */
export function jsText(text: string): string {
  const inside = text.replace(UNWRITABLE, (mark) => {
    if (mark === "'" || mark === '\\') return `\\${mark}`;
    return ESCAPES[mark] ?? `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${inside}'`;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;
const LONGEST = 72;

/** A value as JavaScript, on one line where it fits. */
export function jsValue(value: Json, indent = ''): string {
  if (typeof value === 'string') return jsText(value);
  if (value === null || typeof value !== 'object') return String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const write = (deeper: string) =>
    Array.isArray(value)
      ? value.map((item) => jsValue(item as Json, deeper))
      : Object.entries(value).map(([key, item]) => `${jsKey(key)}: ${jsValue(item as Json, deeper)}`);
  const short = write(indent);
  if (short.length === 0) return `${open}${close}`;
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${short.join(', ')}${space}${close}`;
  if (line.length + indent.length <= LONGEST && !line.includes('\n')) return line;
  return `${open}\n${inner}${write(inner).join(`,\n${inner}`)},\n${indent}${close}`;
}

/** `__proto__` as a plain key would set the prototype and not be sent. */
function jsKey(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return PLAIN_KEY.test(key) ? key : jsText(key);
}

/** A path of the API as the client puts it into an address: it escapes spaces and quotes by itself, and these not. */
export function jsPath(name: string): string {
  return jsText(/[%?#/\\\p{Cc}]|^\.{1,2}$|^ | $/u.test(name) ? encodeURIComponent(name) : name);
}
