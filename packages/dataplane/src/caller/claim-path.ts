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

/** Of RFC 9535 what leads to one value. Its patterns are left out: a project could keep the gateway busy with one. */
const JSON_PATH_STEP =
  /\.([\p{L}_][\p{L}\p{N}_]*)|\[\s*(?:'([^'\\]+)'|"([^"\\]+)"|(-?\d{1,9})|(\*)(?=\s*\]$)|\?\s*\(?\s*@\s*(==|!=)\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\)?(?=\s*\]$))\s*\]/uy;

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
  toOne: (match: RegExpExecArray) => ClaimStep,
): ClaimPath | null {
  const path: ClaimStep[] = [];
  for (let at = 0; at < text.length; at = form.lastIndex) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match === null) return null;
    path.push(toOne(match));
  }
  return path.length === 0 ? null : path;
}

function toJsonPathStep(match: RegExpExecArray): ClaimStep {
  const [, plain, single, double, index, every, operator = '', one, other] = match;
  const key = plain ?? single ?? double;
  if (key !== undefined) return { kind: 'key', key };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (every !== undefined) return { kind: 'first', passes: () => true };
  const wanted = one ?? other ?? '';
  return { kind: 'first', passes: (text) => TESTS[operator]?.(text, wanted) ?? false };
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

function follow(value: unknown, step: ClaimStep): unknown {
  if (step.kind === 'key')
    return isObject(value) && Object.hasOwn(value, step.key) ? value[step.key] : undefined;
  if (!Array.isArray(value)) return undefined;
  if (step.kind === 'index') return value.at(step.index);
  return value.find((one) => typeof one === 'string' && step.passes(one));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
