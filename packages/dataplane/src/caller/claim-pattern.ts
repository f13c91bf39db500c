import { RE2JS, RE2JSException } from 're2js';

/** No role has a longer name in bytes, and what is longer is not compared. */
const MAX_TEXT_LENGTH = 63;
const MAX_PATTERN_LENGTH = 200;
/** Steps of a compiled pattern: each character of a text is held against all of them at worst. */
const MAX_STEPS = 100;

const CATEGORY = String.raw`\\[pP]\{(?:L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfo]?)\}`;
const ESCAPE = String.raw`\\[()*+\-.?[\]\\^nrt{|}]`;
const IN_CLASS = String.raw`(?:[^\-[\]\\]|${ESCAPE})`;
/** One element: a character, dot or class; a bracket or bar; or how often the one before it comes. */
const ELEMENT = new RegExp(
  String.raw`(?<anchor>[$^])|(?<dot>\.)|(?<one>[^()*+.?[\]\\{|}$^]|${ESCAPE}|${CATEGORY}|\[\^?(?:-|${IN_CLASS}(?:-${IN_CLASS})?|${CATEGORY})(?:${IN_CLASS}(?:-${IN_CLASS})?|${CATEGORY})*-?\])|(?<open>\()|(?<close>\))|(?<bar>\|)|(?<times>[*+?]|\{\d{1,3}(?:,\d{0,3})?\})`,
  'uy',
);

/**
 * A regular expression of JSON Path (I-Regexp, RFC 9485) as a test of short texts. It takes linear time, since a project chooses
 * both the expression and the texts.
 * @param whole true: all of a text must be like it (`match`), false: some part of it (`search`)
 * @returns null when it is none, or too large
 */
export function readPattern(pattern: string, whole: boolean): ((text: string) => boolean) | null {
  const translated = pattern.length > MAX_PATTERN_LENGTH ? null : translate(pattern);
  const compiled = translated === null ? null : compile(translated);
  if (compiled === null || compiled.programSize() > MAX_STEPS) return null;
  return (text) => text.length <= MAX_TEXT_LENGTH && (whole ? compiled.testExact(text) : compiled.test(text));
}

function compile(expression: string): RE2JS | null {
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}

/** The same in the syntax of RE2, null when it is no I-Regexp. That knows no anchors, groups that are kept, or hurried repeats. */
function translate(pattern: string): string | null {
  let expression = '';
  let depth = 0;
  let mayRepeat = false;
  for (let at = 0; at < pattern.length; at = ELEMENT.lastIndex) {
    ELEMENT.lastIndex = at;
    const groups = ELEMENT.exec(pattern)?.groups;
    if (groups === undefined) return null;
    const { anchor, dot, one, open, close, bar, times } = groups;
    if (times !== undefined && !mayRepeat) return null;
    if (open !== undefined) depth += 1;
    if (close !== undefined) depth -= 1;
    if (depth < 0) return null;
    mayRepeat = anchor !== undefined || dot !== undefined || one !== undefined || close !== undefined;
    if (anchor !== undefined) expression += `\\${anchor}`;
    else if (dot !== undefined) expression += '[^\\n\\r]';
    else if (open !== undefined) expression += '(?:';
    else expression += one ?? close ?? bar ?? times ?? '';
  }
  return depth === 0 ? expression : null;
}
