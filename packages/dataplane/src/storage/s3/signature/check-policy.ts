import { S3Error } from '../errors/s3-error.ts';

/** Fields that the policy of a form need not name. */
const FREE = new Set(['policy', 'x-amz-signature', 'file', 'bucket']);

export interface PolicyLimits {
  minBytes: number;
  maxBytes: number;
}

/**
 * Checks what a form says against the policy that was signed for it: every field must be named by it, and every condition kept.
 * @param fields by small letters, with `bucket`
 * @throws {S3Error} AccessDenied, InvalidPolicyDocument
 */
export function checkPolicy(policy: string, fields: ReadonlyMap<string, string>, now: number): PolicyLimits {
  const { expiration, conditions } = readPolicy(policy);
  const end = Date.parse(expiration);
  if (Number.isNaN(end)) throw invalid('its expiration is no time');
  if (now > end) throw denied('Policy expired.');
  const limits = { minBytes: 0, maxBytes: Number.MAX_SAFE_INTEGER };
  const named = new Set<string>();
  for (const condition of conditions) {
    const [kind, field, wanted] = readCondition(condition);
    if (kind === 'content-length-range') {
      limits.minBytes = Math.max(limits.minBytes, Number(field));
      limits.maxBytes = Math.min(limits.maxBytes, Number(wanted));
      continue;
    }
    named.add(field);
    const value = fields.get(field) ?? '';
    const kept = kind === 'eq' ? value === wanted : value.startsWith(wanted);
    if (!kept) throw denied(`Policy condition failed for the field ${field.slice(0, 100)}.`);
  }
  for (const field of fields.keys())
    if (!FREE.has(field) && !field.startsWith('x-ignore-') && !named.has(field))
      throw denied(`Extra input field: ${field.slice(0, 100)}.`);
  return limits;
}

function readPolicy(policy: string): { expiration: string; conditions: unknown[] } {
  try {
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'));
    if (typeof expiration === 'string' && Array.isArray(conditions)) return { expiration, conditions };
  } catch {
    // Said below.
  }
  throw invalid('it must be JSON with expiration and conditions, in base64');
}

type Condition = [kind: 'eq' | 'starts-with' | 'content-length-range', field: string, wanted: string];

/** `{"acl": "private"}`, `["eq", "$acl", "private"]`, `["content-length-range", 1, 9]` */
function readCondition(condition: unknown): Condition {
  if (Array.isArray(condition) && condition.length === 3) {
    const [kind, field, wanted] = condition.map((part) => (typeof part === 'number' ? String(part) : part));
    if (kind === 'content-length-range' && /^\d{1,15}$/.test(field) && /^\d{1,15}$/.test(wanted))
      return [kind, field, wanted];
    if (
      (kind === 'eq' || kind === 'starts-with') &&
      typeof field === 'string' &&
      field.startsWith('$') &&
      typeof wanted === 'string'
    )
      return [kind, field.slice(1).toLowerCase(), wanted];
  } else if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) {
    const [[field, wanted] = [], ...others] = Object.entries(condition);
    if (field !== undefined && typeof wanted === 'string' && others.length === 0)
      return ['eq', field.toLowerCase(), wanted];
  }
  throw invalid('a condition of it cannot be read');
}

const invalid = (what: string) =>
  new S3Error('InvalidPolicyDocument', `The policy of the form cannot be used: ${what}.`);
const denied = (what: string) => new S3Error('AccessDenied', `Invalid according to Policy: ${what}`);
