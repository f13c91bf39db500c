import { readPattern } from './claim-pattern.ts';

type ClaimStep =
  | { kind: 'key'; key: string }
  | { kind: 'index'; index: number }
  /** The first text of a list that passes. */
  | { kind: 'first'; passes: (text: string) => boolean };

/**
 * The way to one claim of a token: `.role`, `.app_metadata."my roles"[0]`, `.roles[?(@ ^== "api_")]`, or as JSON Path (RFC 9535)
 * `$.app_metadata['my roles'][-1]`, `$.roles[?@ == 'admin']`.
 */
export type ClaimPath = readonly ClaimStep[];

export const DEFAULT_ROLE_CLAIM: ClaimPath = [{ kind: 'key', key: 'role' }];

const STEP =
  /\.(?:"([^"]+)"|([\w$@-]+))|\[(\d{1,9})\]|\[\?\(\s*@\s*(==|!=|\^==|==\^|\*==)\s*"([^"]*)"\s*\)\](?=$)/y;

/** A text in quotes; what a backslash stands for is read by `readLiteral`. */
const LITERAL = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;

/** Of RFC 9535 what leads to one value, or to the texts of one list. */
const JSON_PATH_STEP = new RegExp(
  String.raw`\.(?<plain>[\p{L}_][\p{L}\p{N}_]*)|\[\s*(?:(?<key>${LITERAL})|(?<index>-?\d{1,9})|(?<every>\*)(?=\s*\]$)|\?\s*(?:${selector('')}|\(\s*${selector('1')}\s*\))(?=\s*\]$))\s*\]`,
  'uy',
);

/** A test of `@`: compared with a text, or held against a pattern. */
function selector(nth: string): string {
  const compared = String.raw`@\s*(?<operator${nth}>==|!=)\s*(?<wanted${nth}>${LITERAL})`;
  const matched = String.raw`(?<not${nth}>!\s*)?(?<call${nth}>match|search)\(\s*@\s*,\s*(?<pattern${nth}>${LITERAL})\s*\)`;
  return `(?:${compared}|${matched})`;
}

const TESTS: Record<string, (text: string, wanted: string) => boolean> = {
  '==': (text, wanted) => text === wanted,
  '!=': (text, wanted) => text !== wanted,
  '^==': (text, wanted) => text.startsWith(wanted),
  '==^': (text, wanted) => text.endsWith(wanted),
  '*==': (text, wanted) => text.includes(wanted),
};

/** Null when the text is no path. A test of a list can only stand at its end. */
export function parseClaimPath(text: string): ClaimPath | null {
  return text.startsWith('$')
    ? readSteps(text.slice(1), JSON_PATH_STEP, toJsonPathStep)
    : readSteps(text, STEP, toStep);
}

function readSteps(
  text: string,
  form: RegExp,
  toOne: (match: RegExpExecArray) => ClaimStep | null,
): ClaimPath | null {
  const path: ClaimStep[] = [];
  for (let at = 0; at < text.length; at = form.lastIndex) {
    form.lastIndex = at;
    const match = form.exec(text);
    const step = match === null ? null : toOne(match);
    if (step === null) return null;
    path.push(step);
  }
  return path.length === 0 ? null : path;
}

function toJsonPathStep({ groups = {} }: RegExpExecArray): ClaimStep | null {
  const { plain, key, index, every } = groups;
  if (plain !== undefined) return { kind: 'key', key: plain };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (every !== undefined) return { kind: 'first', passes: () => true };
  if (key !== undefined) {
    const name = readLiteral(key);
    return name === null ? null : { kind: 'key', key: name };
  }
  const wanted = readLiteral(groups.wanted ?? groups.wanted1 ?? groups.pattern ?? groups.pattern1 ?? '');
  if (wanted === null) return null;
  const call = groups.call ?? groups.call1;
  if (call === undefined) {
    const test = TESTS[groups.operator ?? groups.operator1 ?? ''];
    return { kind: 'first', passes: (text) => test?.(text, wanted) ?? false };
  }
  const matches = readPattern(wanted, call === 'match');
  if (matches === null) return null;
  const isNegated = (groups.not ?? groups.not1) !== undefined;
  return { kind: 'first', passes: (text) => matches(text) !== isNegated };
}

/** The text that a literal in single or double quotes stands for, null when it stands for none. */
function readLiteral(literal: string): string | null {
  const inside = literal
    .slice(1, -1)
    .replace(/\\.|"/gs, (part) => (part === "\\'" ? "'" : part === '"' ? '\\"' : part));
  try {
    return JSON.parse(`"${inside}"`);
  } catch {
    return null;
  }
}

function toStep([, quoted, plain, index, operator = '', wanted = '']: RegExpExecArray): ClaimStep {
  const key = quoted ?? plain;
  if (key !== undefined) return { kind: 'key', key };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  return { kind: 'first', passes: (text) => TESTS[operator]?.(text, wanted) ?? false };
}

/** What a token says there, undefined when it says nothing. */
export function readClaim(claims: Readonly<Record<string, unknown>>, path: ClaimPath): unknown {
  return path.reduce<unknown>(follow, claims);
}

/** So many of a list are looked at: a token may bring thousands. */
const MAX_TESTED = 50;

function follow(value: unknown, step: ClaimStep): unknown {
  if (step.kind === 'key')
    return isObject(value) && Object.hasOwn(value, step.key) ? value[step.key] : undefined;
  if (!Array.isArray(value)) return undefined;
  if (step.kind === 'index') return value.at(step.index);
  return value.slice(0, MAX_TESTED).find((one) => typeof one === 'string' && step.passes(one));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
