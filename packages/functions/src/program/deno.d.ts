// What the programs that run in Deno use of it. Node's types know the rest.
declare const Deno: {
  readonly args: readonly string[];
  readonly build: { readonly os: string; readonly arch: string };
  readonly stdin: { read(buffer: Uint8Array): Promise<number | null> };
  readonly env: { set(name: string, value: string): void };
  readonly stdout: { writeSync(bytes: Uint8Array): number };
  readonly permissions: { revokeSync(permission: { name: string }): unknown };
  connect: (options: object) => Promise<unknown>;
  serve: (options: unknown, handler?: unknown) => unknown;
  inspect(value: unknown, options: { colors: boolean; depth: number }): string;
  exit(code: number): never;
  addSignalListener(signal: string, listener: () => void): void;
  createHttpClient(options: unknown): unknown;
  dlopen(
    path: string,
    symbols: Record<string, { parameters: string[]; result: string }>,
  ): {
    symbols: Record<'prctl' | 'syscall', (...values: unknown[]) => number | bigint>;
    close(): void;
  };
  readonly UnsafePointer: { of(bytes: Uint8Array): object; value(pointer: object): number | bigint };
};

declare function addEventListener(
  type: 'unhandledrejection' | 'error',
  listener: (event: { preventDefault(): void; reason?: unknown; error?: unknown }) => void,
): void;
