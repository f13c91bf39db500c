/** What `vite build` tells about its output, as far as sizes need it. */
export interface ManifestChunk {
  file: string;
  isDynamicEntry?: boolean;
  /** Keys of chunks that are loaded together with this one. */
  imports?: string[];
  css?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

/** Every script and stylesheet that these entries load at once. Throws where the manifest does not know an entry. */
export function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...entries];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined)
      throw new Error(`The manifest has no ${key}. Was the file moved or the build not run?`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}
