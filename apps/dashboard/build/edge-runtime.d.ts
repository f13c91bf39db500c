// What functions find besides Deno and the web. The editor shows these comments.

/** What only edge functions have. */
declare namespace EdgeRuntime {
  /** Keeps the function running until the promise is settled, also when the answer was sent before. */
  function waitUntil<T>(promise: Promise<T>): Promise<T>;
}

interface ImportMeta {
  /** Where this file is, as a URL. */
  readonly url: string;
  /** Whether this file is the entrypoint. */
  readonly main: boolean;
  /** The folder that this file is in. */
  readonly dirname: string;
  /** The path of this file. */
  readonly filename: string;
  /** What an import of this name leads to. */
  resolve(specifier: string): string;
}

/** The process, as in Node.js. */
declare const process: typeof import('node:process');
/** Bytes, as in Node.js. */
declare const Buffer: typeof import('node:buffer').Buffer;

// What is not there when the editor checks can be anything: packages before their first deployment, and what has no types.
declare module 'npm:*';
declare module 'jsr:*';
declare module 'node:*';
declare module 'https:*';
declare module 'http:*';
declare module '*.txt';
declare module '*.wasm';
