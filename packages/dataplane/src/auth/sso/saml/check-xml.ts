const DEEPEST = 60;
const TAG = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)[^<>]*?(\/?)>/g;

/**
 * Whether a text is XML that grows no further when it is read: without definitions, by which a small text becomes a large one, and
 * not so deep that readers which call themselves run out of space.
 */
export function isPlainXml(text: string): boolean {
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text) || text.includes('\u0000')) return false;
  let depth = 0;
  for (const [, closes, isEmpty] of text.matchAll(TAG)) {
    if (closes === undefined || isEmpty === '/') continue;
    depth += closes === '/' ? -1 : 1;
    if (depth > DEEPEST) return false;
  }
  return true;
}
