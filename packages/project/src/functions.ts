/** One function of a project as it is served now. */
export interface ProjectFunction {
  /** Its name in addresses. */
  slug: string;
  id: string;
  /** Grows with every deployment. */
  version: number;
  /** Names the folder with its files: SHA-256 of what was deployed, in hexadecimal digits. */
  digest: string;
  /** Path of the file that is loaded, below the folder of the files. */
  entrypoint: string;
  /** False: anybody may call it, without a token of the project. */
  verifyJwt: boolean;
}

export type FunctionLogLevel = 'debug' | 'log' | 'info' | 'warning' | 'error';

/** `console`: written by the function. `error`: thrown and not caught. `boot`, `exit`: told of its process by us. */
export type FunctionLogKind = 'console' | 'error' | 'boot' | 'exit';

/** One line of a function's log: what it wrote, or what became of its process. */
export interface FunctionLogEntry {
  /** Milliseconds since 1970. */
  time: number;
  slug: string;
  version: number;
  level: FunctionLogLevel;
  kind: FunctionLogKind;
  message: string;
  /** Of the process, so that lines that belong together are found. */
  execution: string;
}
