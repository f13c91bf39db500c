type ClaimStep =
  | { kind: 'key'; key: string }
  | { kind: 'index'; index: number }
  /** The first text of a list that passes. */
  | { kind: 'first'; passes: (text: string) => boolean };

/** The way to one claim of a token: `.role`, `.app_metadata."my roles"[0]`, `.roles[?(@ ^== "api_")]`. */
export type ClaimPath = readonly ClaimStep[];

export const DEFAULT_ROLE_CLAIM: ClaimPath = [{ kind: 'key', key: 'role' }];

const STEP =
  /\.(?:"([^"]+)"|([\w$@-]+))|\[(\d{1,9})\]|\[\?\(\s*@\s*(==|!=|\^==|==\^|\*==)\s*"([^"]*)"\s*\)\](?=$)/y;

const TESTS: Record<string, (text: string, wanted: string) => boolean> = {
  '==': (text, wanted) => text === wanted,
  '!=': (text, wanted) => text !== wanted,
  '^==': (text, wanted) => text.startsWith(wanted),
  '==^': (text, wanted) => text.endsWith(wanted),
  '*==': (text, wanted) => text.includes(wanted),
};

/** Null when the text is no path. A test of a list can only stand at its end. */
export function parseClaimPath(text: string): ClaimPath | null {
  const path: ClaimStep[] = [];
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (match === null) return null;
    path.push(toStep(match));
  }
  return path.length === 0 ? null : path;
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
  if (step.kind === 'index') return value[step.index];
  return value.find((one) => typeof one === 'string' && step.passes(one));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
