import type { MarkedToken } from 'marked';
import { readMarkdown } from '../../../ui/markdown/read-markdown.ts';

/** A piece of an answer's text: words, a query or an edge function. */
export type TextPiece =
  | { kind: 'words'; tokens: readonly MarkedToken[] }
  | { kind: 'sql'; text: string; isWhole: boolean; place: number }
  | { kind: 'function'; text: string; isWhole: boolean; place: number };

/** Cuts an answer where a fence holds SQL or an edge function: those become cards. */
export function readAnswer(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let place = 0;
  for (const token of readMarkdown(text)) {
    const kind = token.type === 'code' ? kindOf(token.lang) : null;
    if (token.type === 'code' && kind !== null) {
      pieces.push({ kind, text: token.text, isWhole: isClosed(token.raw), place });
      place += 1;
      continue;
    }
    const last = pieces.at(-1);
    if (last?.kind === 'words')
      pieces[pieces.length - 1] = { kind: 'words', tokens: [...last.tokens, token] };
    else pieces.push({ kind: 'words', tokens: [token] });
  }
  return pieces;
}

function kindOf(language: string | undefined): 'sql' | 'function' | null {
  const name = language?.trim().split(/\s/, 1)[0]?.toLowerCase();
  if (name === 'sql' || name === 'pgsql' || name === 'postgresql') return 'sql';
  return name === 'edge' ? 'function' : null;
}

/** Whether a fence has its end: one without is still written. */
function isClosed(raw: string): boolean {
  return /\n\s*(`{3,}|~{3,})\s*$/.test(raw);
}

/** The name, title and code of a fence with an edge function. */
export function readFunctionBlock(text: string): { name: string; title: string; code: string } {
  const [line = '', json = ''] = /^\s*(?:\/\/|--)\s*props:\s*(\{.*\})\s*(?:\n|$)/.exec(text) ?? [];
  const props = parse(json);
  const name = typeof props.name === 'string' ? props.name : 'new-function';
  const title = typeof props.title === 'string' ? props.title : name;
  return { name, title, code: text.slice(line.length) };
}

function parse(json: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
