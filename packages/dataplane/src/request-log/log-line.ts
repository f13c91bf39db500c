import type { RequestLogEntry } from '@basalt/project';

const MAX_PATH = 400;

/** One line of a log file. Requests cannot hold tabs or line breaks, but nothing here relies on that. */
export function formatEntry({ time, method, path, status, duration, role }: RequestLogEntry): string {
  return `${time}\t${clean(method)}\t${status}\t${duration.toFixed(2)}\t${clean(role)}\t${clean(path)}\n`;
}

/** Null for a line that is not whole: the process may have been killed while it wrote. */
export function parseEntry(line: string): RequestLogEntry | null {
  const fields = line.split('\t');
  if (fields.length !== 6) return null;
  const [time, method, status, duration, role, path] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { time: Number(time), method, status: Number(status), duration: Number(duration), role, path };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\u0000-\u001f\u007f]/g;

function clean(text: string): string {
  const short = text.length > MAX_PATH ? `${text.slice(0, MAX_PATH)}…` : text;
  return short.replace(CONTROL, '');
}
