import type { Json } from './javascript.ts';

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** `name: value`. */
  headers: readonly string[];
  /** The same with a variable of the shell in it. Only fixed texts. */
  shellHeaders?: readonly string[];
  /** Sent as JSON. */
  json?: Json;
  /** A file beside the command, which is sent as it is. */
  file?: { name: string; type: string };
  /** The name of a file for the answer. */
  saveAs?: string;
  /** Nothing is changed by it, although it is no GET. */
  isRead?: boolean;
  /** More options of curl, written as they are. */
  options?: readonly string[];
}

/** A command that sends a request. */
export function curl(request: Request): string {
  const { method = 'GET', url, headers, shellHeaders = [], json, file, saveAs, options = [] } = request;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellText(url)}`,
    ...headers.map((header) => `  -H ${shellText(header)}`),
    ...shellHeaders.map((header) => `  -H "${header}"`),
    ...(json === undefined ? [] : [`  -H 'Content-Type: application/json'`]),
    ...(file === undefined ? [] : [`  -H ${shellText(`Content-Type: ${file.type}`)}`]),
    ...(json === undefined ? [] : [`  -d ${shellText(jsonText(json))}`]),
    ...(file === undefined ? [] : [`  --data-binary ${shellText(`@${file.name}`)}`]),
    ...(saveAs === undefined ? [] : [`  -o ${shellText(saveAs)}`]),
    ...options.map((option) => `  ${option}`),
  ];
  return lines.join(' \\\n');
}

/** One argument of a command, whatever is in it. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const LONGEST = 72;

/** JSON as it is sent: on one line where that is short. */
export function jsonText(value: Json): string {
  const line = JSON.stringify(value);
  return line.length <= LONGEST ? line : JSON.stringify(value, null, 2);
}

/** A part of a path or of a query. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A path with slashes that part it. */
export function urlPath(path: string): string {
  return path.split('/').map(urlPart).join('/');
}

/** A part of a query, with the marks left readable that mean nothing in addresses. */
export function queryPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll("'", '%27')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':');
}
