import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';

/**
 * Reads Markdown as tokens. Nothing of it is HTML yet, and `Markdown` makes none of it. A text that the reader cannot
 * take, such as one nested thousands of levels deep, is one paragraph as it stands.
 */
export function readMarkdown(text: string): MarkedToken[] {
  try {
    return known(lexer(text));
  } catch {
    return [
      { type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text, escaped: false }] },
    ];
  }
}

/** The library's own kinds of tokens: there are no others without extensions, and we use none. */
export const known = (tokens: Token[] | undefined) => (tokens ?? []) as MarkedToken[];

/** The words of tokens without their marks, such as the title of a page from its heading. */
export function plainText(tokens: Token[] | undefined): string {
  return known(tokens)
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens);
      return 'text' in token ? readable(token.text) : '';
    })
    .join('');
}

/** The address of a heading on its page. The same words give the same address where such files are hosted. */
export function headingId({ text }: Tokens.Heading): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

const ANYWHERE = 'https://relative.invalid/';

/**
 * Where a link leads: on the web, or to a place beside the document. Null for every other scheme. The browser's own
 * reader decides, since it ignores what would hide a `javascript:` from a comparison of texts.
 */
export function linkTarget(href: string): { kind: 'web' | 'relative'; href: string } | null {
  const url = URL.parse(href, ANYWHERE);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return { kind: url.origin === new URL(ANYWHERE).origin ? 'relative' : 'web', href };
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Text as a reader sees it: the few entities that people write are the characters they stand for. */
export const readable = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity);
