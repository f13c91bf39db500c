import { Lexer, parse, print, Source, TokenKind } from 'graphql';

const INDENT = '  ';
const LINE = 80;

/**
 * A document in regular lines, comments included. What cannot be read, and what would say something else afterwards, stays as it
 * is.
 */
export function prettify(text: string): string {
  try {
    const before = print(parse(text));
    const pretty = layOut(tokensOf(text));
    return print(parse(pretty)) === before ? pretty : text;
  } catch {
    return text;
  }
}

/** A token as it stands in the text. */
interface Piece {
  kind: TokenKind;
  line: number;
  raw: string;
}

function tokensOf(text: string): Piece[] {
  const lexer = new Lexer(new Source(text));
  const start = lexer.token;
  while (lexer.advance().kind !== TokenKind.EOF);
  const pieces: Piece[] = [];
  // Comments are in the chain of tokens, though the lexer passes over them.
  for (let token = start.next; token !== null && token.kind !== TokenKind.EOF; token = token.next)
    pieces.push({ kind: token.kind, line: token.line, raw: text.slice(token.start, token.end) });
  return pieces;
}

/** Selections one below the other, arguments in a line as long as they fit. */
function layOut(pieces: readonly Piece[]): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const end = () => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
  };
  const begin = (text: string) => {
    end();
    line = INDENT.repeat(depth) + text;
  };
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    const before = pieces[at - 1];
    if (piece.kind === TokenKind.COMMENT) {
      // One behind something stays there.
      if (before !== undefined && before.line === piece.line) {
        if (line === '') line = lines.pop() ?? '';
        line += ` ${piece.raw.trimEnd()}`;
      } else {
        separate(lines, line, depth, before);
        begin(piece.raw.trimEnd());
      }
      end();
    } else if (piece.kind === TokenKind.BRACE_L) {
      line += `${line.trim() === '' ? INDENT.repeat(depth) : ' '}{`;
      end();
      depth += 1;
    } else if (piece.kind === TokenKind.BRACE_R) {
      depth -= 1;
      begin('}');
      end();
    } else if (piece.kind === TokenKind.PAREN_L) {
      const close = closing(pieces, at);
      const inner = pieces.slice(at + 1, close);
      line = withArguments(line, inner, depth);
      at = close;
    } else if (startsLine(pieces, at, depth)) {
      separate(lines, line, depth, before);
      begin(piece.raw);
    } else line += gap(before, piece) + piece.raw;
  }
  end();
  return `${lines.join('\n')}\n`;
}

/** An empty line between operations, but none between a comment and what it speaks of. */
function separate(lines: string[], line: string, depth: number, before: Piece | undefined): void {
  if (depth > 0 || before === undefined || before.kind === TokenKind.COMMENT) return;
  if (line.trim() === '' && lines.at(-1) !== '') lines.push('');
}

function startsLine(pieces: readonly Piece[], at: number, depth: number): boolean {
  const piece = pieces[at] as Piece;
  const before = pieces[at - 1];
  if (before === undefined || before.kind === TokenKind.COMMENT) return true;
  if (depth === 0) return before.kind === TokenKind.BRACE_R;
  if (piece.kind === TokenKind.SPREAD) return true;
  if (piece.kind !== TokenKind.NAME) return false;
  if (before.kind === TokenKind.COLON || before.kind === TokenKind.AT || before.kind === TokenKind.SPREAD)
    return false;
  const isTypeCondition = before.raw === 'on' && pieces[at - 2]?.kind === TokenKind.SPREAD;
  return !isTypeCondition;
}

function gap(before: Piece | undefined, piece: Piece): string {
  if (before === undefined) return '';
  if (piece.kind === TokenKind.COLON || piece.kind === TokenKind.BANG) return '';
  if (before.kind === TokenKind.AT || before.kind === TokenKind.DOLLAR) return '';
  if (before.kind === TokenKind.SPREAD) return piece.raw === 'on' ? ' ' : '';
  if (before.kind === TokenKind.BRACKET_L || piece.kind === TokenKind.BRACKET_R) return '';
  return ' ';
}

function closing(pieces: readonly Piece[], at: number): number {
  let depth = 0;
  for (let place = at; place < pieces.length; place++) {
    const { kind } = pieces[place] as Piece;
    if (kind === TokenKind.PAREN_L) depth += 1;
    if (kind === TokenKind.PAREN_R && --depth === 0) return place;
  }
  throw new SyntaxError('A bracket is not closed.');
}

function withArguments(line: string, inner: readonly Piece[], depth: number): string {
  const parts = splitArguments(inner);
  const hasComments = inner.some(({ kind }) => kind === TokenKind.COMMENT);
  const inLine = `${line}(${parts.map(valueText).join(', ')})`;
  if (!hasComments && inLine.length <= LINE && !inLine.includes('\n')) return inLine;
  const indent = INDENT.repeat(depth + 1);
  const own = parts.map((part) => `${indent}${hasComments ? commented(part, indent) : valueText(part)}`);
  return `${line}(\n${own.join('\n')}\n${INDENT.repeat(depth)})`;
}

/** Arguments, or definitions of variables: each begins with its name at the outermost level. */
function splitArguments(inner: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [];
  let depth = 0;
  for (const [at, piece] of inner.entries()) {
    const { kind } = piece;
    const isName = kind === TokenKind.NAME && inner[at + 1]?.kind === TokenKind.COLON;
    const isVariable =
      kind === TokenKind.DOLLAR &&
      inner[at + 2]?.kind === TokenKind.COLON &&
      inner[at - 1]?.kind !== TokenKind.COLON;
    const isFirst = depth === 0 && (isVariable || (isName && inner[at - 1]?.kind !== TokenKind.DOLLAR));
    if (isFirst || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(piece);
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) depth += 1;
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) depth -= 1;
  }
  return parts;
}

function valueText(pieces: readonly Piece[]): string {
  let text = '';
  let depth = 0;
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    const isMember =
      depth > 0 && before !== undefined && !OPENS.has(before.kind) && startsMember(pieces, at, before);
    text += isMember ? `, ${piece.raw}` : `${gapInValue(before, piece)}${piece.raw}`;
    if (OPENS.has(piece.kind)) depth += 1;
    if (CLOSES.has(piece.kind)) depth -= 1;
  }
  return text;
}

const OPENS: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSES: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function startsMember(pieces: readonly Piece[], at: number, before: Piece): boolean {
  const piece = pieces[at] as Piece;
  if (CLOSES.has(piece.kind)) return false;
  return (
    piece.kind !== TokenKind.COLON &&
    piece.kind !== TokenKind.BANG &&
    before.kind !== TokenKind.COLON &&
    before.kind !== TokenKind.DOLLAR
  );
}

function gapInValue(before: Piece | undefined, piece: Piece): string {
  if (before?.kind === TokenKind.BRACE_L && piece.kind === TokenKind.BRACE_R) return '';
  if (before?.kind === TokenKind.BRACE_L || piece.kind === TokenKind.BRACE_R) return ' ';
  if (
    before?.kind === TokenKind.PAREN_L ||
    piece.kind === TokenKind.PAREN_R ||
    piece.kind === TokenKind.PAREN_L
  )
    return '';
  return gap(before, piece);
}

/** An argument with its comments, which end their lines. */
function commented(part: readonly Piece[], indent: string): string {
  let text = '';
  for (const [at, piece] of part.entries()) {
    const before = part[at - 1];
    const isAfterComment = before?.kind === TokenKind.COMMENT;
    if (isAfterComment) text += `\n${indent}${piece.raw}`;
    else if (piece.kind === TokenKind.COMMENT) text += ` ${piece.raw.trimEnd()}`;
    else text += `${gapInValue(before, piece)}${piece.raw}`;
  }
  return text.trimStart();
}
