import type { FunctionTestAnswer } from '@basalt/contract';
import { visibleJson } from '../../../lib/format/visible-json.ts';

const SOME_BYTES = 1_024;

/** The body of an answer for people: JSON indented, other text as it is, and of bytes the first ones in hexadecimal digits. */
export function answerText({
  body,
  encoding,
  is_cut,
}: Pick<FunctionTestAnswer, 'body' | 'encoding' | 'is_cut'>): string {
  if (encoding === 'base64') return hexDump(atob(body));
  if (is_cut || !/^\s*[[{]/.test(body)) return body;
  try {
    return visibleJson(JSON.parse(body));
  } catch {
    return body;
  }
}

function hexDump(binary: string): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(binary.length, SOME_BYTES); at += 16) {
    const some = [...binary.slice(at, Math.min(at + 16, SOME_BYTES))];
    const digits = some.map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');
    const letters = some.map((one) => (/[\x20-\x7e]/.test(one) ? one : '.')).join('');
    lines.push(`${at.toString(16).padStart(6, '0')}  ${digits.padEnd(47)}  ${letters}`);
  }
  const rest = binary.length - SOME_BYTES;
  return rest > 0 ? `${lines.join('\n')}\n… and ${rest.toLocaleString('en')} more bytes` : lines.join('\n');
}
