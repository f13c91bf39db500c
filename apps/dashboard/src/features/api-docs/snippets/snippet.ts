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
}

/** A topic with one piece of code, or none in a language that cannot do it. */
export function topic(title: string, text: readonly string[], code?: string): Snippet {
  return { title, text, parts: code === undefined ? [] : [{ name: null, code }] };
}

/** Stands where the secret key belongs until it is shown. It is never copied unseen. */
export const SECRET_KEY_PLACEHOLDER = 'YOUR_SECRET_KEY';
