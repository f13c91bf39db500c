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

const METHOD = /<(?:[\w.-]+:)?(?:Signature|Digest)Method\b([^>]*)/g;
const STRONG =
  /\sAlgorithm\s*=\s*["']http:\/\/www\.w3\.org\/2001\/04\/(?:xmldsig-more#(?:rsa|ecdsa)-|xmlenc#)sha(?:256|384|512)["']/;

/**
 * Whether every signature and hash in it is of a kind that nobody can forge. SHA-1 is none: two texts with the same hash can be
 * made. An algorithm that is written in any other way than the usual one counts as weak.
 */
export function isStronglySigned(text: string): boolean {
  return [...text.matchAll(METHOD)].every(([, attributes = '']) => STRONG.test(attributes));
}
