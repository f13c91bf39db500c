import { pathProblem, type Sources } from './source-files.ts';

/** What the server takes of one function. */
const MAX_BYTES = 20_000_000;
const MAX_FILES = 1_000;
/** What lies beside code and is never deployed. */
const LEFT_OUT = /(^|\/)(\.git|node_modules|\.DS_Store)(\/|$)/;

interface UploadCheck<T> {
  /** Those that can be added. */
  files: readonly T[];
  /** Paths of files that make room. */
  replaced: readonly string[];
  /** Why nothing can be added, as sentences; null: it can. */
  problem: string | null;
}

/** Looks at names and sizes before anything is read. The server has the same rules. */
export function checkUpload<T extends { path: string; size: number }>(
  chosen: readonly T[],
  { files: present }: Sources,
): UploadCheck<T> {
  const files = chosen.filter(({ path }) => !LEFT_OUT.test(path));
  const paths = new Set(files.map(({ path }) => path));
  const kept = present.filter(({ path }) => !paths.has(path));
  const replaced = present.filter(({ path }) => paths.has(path)).map(({ path }) => path);
  const sizeOf = (content: string | Uint8Array) =>
    typeof content === 'string' ? new TextEncoder().encode(content).length : content.byteLength;
  const bytes =
    files.reduce((sum, { size }) => sum + size, 0) +
    kept.reduce((sum, { content }) => sum + sizeOf(content), 0);
  const check = (problem: string | null) => ({ files: problem === null ? files : [], replaced, problem });
  if (files.length === 0) return check(chosen.length === 0 ? null : 'Nothing of this is deployed.');
  if (kept.length + files.length > MAX_FILES) return check(`A function can have ${MAX_FILES} files.`);
  if (bytes > MAX_BYTES)
    return check(
      `The files would have ${(bytes / 1e6).toFixed(1)} MB together; a function can have ${MAX_BYTES / 1e6} MB.`,
    );
  for (const file of files) {
    const others = [...kept, ...files.filter((other) => other !== file)];
    const wrong = pathProblem(file.path, others);
    if (wrong !== null) return check(`${file.path}: ${wrong}`);
  }
  return check(null);
}
