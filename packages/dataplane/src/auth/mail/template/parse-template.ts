/**
 * A template cut into pieces. Templates are written in the notation of Go's templates, of which the part that mails use is
 * understood: values, and `if` / `else if` / `else` / `end` over values, `not`, `eq` and `ne`. Nothing is ever executed.
 */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | {
      kind: 'value';
      path: string /** What stands before it, for the way it has to be escaped. */;
      before: string;
    }
  | { kind: 'choice'; branches: readonly { when: Condition; parts: TemplatePart[] }[] };

export type Condition =
  | { kind: 'never' | 'always' }
  | { kind: 'filled'; operand: Operand }
  | { kind: 'not'; condition: Condition }
  | { kind: 'equal'; negated: boolean; operands: readonly Operand[] };

export type Operand = { kind: 'path'; path: string } | { kind: 'literal'; text: string };

const ACTION = /\{\{(-?)((?:"[^"\n]{0,200}"|[^"{}]){0,200}?)(-?)\}\}/g;
const PATH = /^\.([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)*)$/u;
/** How much of the text before a value is looked at. */
const LOOK_BACK = 1000;
const BLOCKS = new Set(['if', 'with', 'range']);
const DEEPEST = 50;

interface OpenBlock {
  parts: TemplatePart[];
  branches: { when: Condition; parts: TemplatePart[] }[];
}

/** Never fails: what is not understood stands for nothing, and a block that is not closed ends with the text. */
export function parseTemplate(template: string): TemplatePart[] {
  const root: TemplatePart[] = [];
  const open: OpenBlock[] = [];
  let current = root;
  let position = 0;
  let trimNext = false;

  const addText = (text: string, trimEnd: boolean) => {
    let kept = trimNext ? text.trimStart() : text;
    if (trimEnd) kept = kept.trimEnd();
    if (kept !== '') current.push({ kind: 'text', text: kept });
  };

  for (const match of template.matchAll(ACTION)) {
    addText(template.slice(position, match.index), match[1] === '-');
    trimNext = match[3] === '-';
    position = match.index + match[0].length;
    const words = wordsOf(match[2] ?? '');
    const [first = '', ...rest] = words;
    if (BLOCKS.has(first) && open.length < DEEPEST) {
      const branch = { when: first === 'if' ? readCondition(rest) : NEVER, parts: [] };
      open.push({ parts: current, branches: [branch] });
      current = branch.parts;
    } else if (first === 'else') {
      const block = open.at(-1);
      if (!block) continue;
      const branch = { when: rest[0] === 'if' ? readCondition(rest.slice(1)) : ALWAYS, parts: [] };
      block.branches.push(branch);
      current = branch.parts;
    } else if (first === 'end') {
      current = close(open, current);
    } else {
      const path = words.length === 1 ? PATH.exec(first)?.[1] : undefined;
      const before = template.slice(Math.max(0, match.index - LOOK_BACK), match.index);
      if (path !== undefined) current.push({ kind: 'value', path, before });
    }
  }
  addText(template.slice(position), false);
  while (open.length > 0) current = close(open, current);
  return root;
}

const NEVER: Condition = { kind: 'never' };
const ALWAYS: Condition = { kind: 'always' };

function close(open: OpenBlock[], current: TemplatePart[]): TemplatePart[] {
  const block = open.pop();
  if (!block) return current;
  block.parts.push({ kind: 'choice', branches: block.branches });
  return block.parts;
}

function wordsOf(action: string): string[] {
  return action.match(/"[^"]*"|[^\s"]+/g) ?? [];
}

function readCondition(words: readonly string[]): Condition {
  const [first, ...rest] = words;
  if (first === 'not') return { kind: 'not', condition: readCondition(rest) };
  const operands = (first === 'eq' || first === 'ne' ? rest : words).map(readOperand);
  const known = operands.filter((operand) => operand !== null);
  if (known.length !== operands.length) return NEVER;
  if (first === 'eq' || first === 'ne') return { kind: 'equal', negated: first === 'ne', operands: known };
  return known.length === 1 && known[0] ? { kind: 'filled', operand: known[0] } : NEVER;
}

function readOperand(word: string): Operand | null {
  const path = PATH.exec(word)?.[1];
  if (path !== undefined) return { kind: 'path', path };
  if (word.startsWith('"')) return { kind: 'literal', text: word.slice(1, -1) };
  return /^(-?\d+(\.\d+)?|true|false)$/.test(word) ? { kind: 'literal', text: word } : null;
}
