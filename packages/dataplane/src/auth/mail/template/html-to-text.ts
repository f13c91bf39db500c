/** A comment, a tag, text, or a lone `<`. */
const PIECE = /<!--[\s\S]*?(?:-->|$)|<[^<>]*>|[^<]+|</g;
const TAG = /^<(\/?)([a-z][a-z0-9]*)/i;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const HIDDEN = new Set(['script', 'style', 'head', 'title']);
const BLOCKS = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'li', 'table', 'blockquote']);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A readable plain text of a mail's HTML: links as `text (address)`, blocks on lines of their own. */
export function htmlToText(html: string): string {
  let text = '';
  let hiddenIn: string | null = null;
  let link: { address: string; from: number } | null = null;
  for (const [piece] of html.matchAll(PIECE)) {
    const tag = TAG.exec(piece);
    const name = tag?.[2]?.toLowerCase() ?? '';
    const ends = tag?.[1] === '/';
    if (hiddenIn !== null) {
      if (ends && name === hiddenIn) hiddenIn = null;
    } else if (!tag) {
      if (!piece.startsWith('<!') && !piece.startsWith('<?'))
        text += decodeEntities(piece.replace(/\s+/g, ' '));
    } else if (HIDDEN.has(name)) {
      hiddenIn = ends ? null : name;
    } else if (name === 'a' && !ends) {
      const href = HREF.exec(piece);
      link = { address: decodeEntities(href?.[1] ?? href?.[2] ?? ''), from: text.length };
    } else if (name === 'a' && link) {
      const label = text.slice(link.from).trim();
      if (label === '') text += link.address;
      else if (link.address !== '' && label !== link.address) text += ` (${link.address})`;
      link = null;
    } else if (name === 'br' || (ends && BLOCKS.has(name))) {
      text += '\n';
    }
  }
  return tidy(text);
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' '));
  return lines
    .filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '')
    .join('\n')
    .trim();
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 ? String.fromCodePoint(code) : all;
  });
}
