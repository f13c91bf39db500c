import { curl, type Request } from './curl.ts';

export type Language = 'js' | 'bash';

/** The project that snippets are about, with what they have to name. */
export interface DocsProject {
  ref: string;
  restUrl: string;
  /** The publishable key, or what stands in its place. */
  key: string;
  /** The key that passes row level security, or what stands in its place. */
  secretKey: string;
  /** Of the dashboard, where the management API answers. */
  origin: string;
}

/** One topic of a page: a title to scroll to, what it is about, and code. */
export interface Snippet {
  title: string;
  /** Plain sentences, a paragraph each. */
  text: readonly string[];
  parts: readonly Part[];
}

/** Code that is copied and run as a whole. */
export interface Part {
  /** What it does, where a topic has several. */
  name: string | null;
  code: string;
  /** What the code sends, where it is one request: the command is written from it, and it is what runs in place. */
  request?: Request;
}

/** A topic with one piece of code, or none in a language that cannot do it. */
export function topic(title: string, text: readonly string[], code?: string): Snippet {
  return { title, text, parts: code === undefined ? [] : [{ name: null, code }] };
}

/** Commands that send a request. */
export function command(name: string | null, request: Request): Part {
  return { name, code: curl(request), request };
}

/** A topic with one request, written as a command. */
export function commandTopic(title: string, text: readonly string[], request: Request): Snippet {
  return { title, text, parts: [command(null, request)] };
}

/** The snippets of a page in a language, each with the request that it sends: that of the command under the same name. */
export function inLanguage(language: Language, write: (language: Language) => Snippet[]): Snippet[] {
  const commands = write('bash');
  if (language === 'bash') return commands;
  return write(language).map((snippet) => {
    const same = commands.find(({ title }) => title === snippet.title);
    return {
      ...snippet,
      parts: snippet.parts.map((part) => {
        const request = same?.parts.find(({ name }) => name === part.name)?.request;
        return request === undefined ? part : { ...part, request };
      }),
    };
  });
}

/** The user's own token, as a header. */
export const AS_USER = ['Authorization: Bearer $USER_TOKEN'];

/** Stands where the secret key belongs until it is shown. It is never copied unseen. */
export const SECRET_KEY_PLACEHOLDER = 'YOUR_SECRET_KEY';
