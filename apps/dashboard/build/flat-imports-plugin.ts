import type { Plugin, Rolldown } from 'vite';

/**
 * Lets every part that is loaded late name all files that it needs, not only its neighbours, so that a browser asks for them
 * together as soon as it has the part. The usual lists of what to load ahead stand in the first load, for all pages at once, and cost
 * 5 kB of it. Lists of stylesheets stay: a page must not show before they are there.
 */
export function flatImportsPlugin(): Plugin {
  return {
    name: 'basalt-flat-imports',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
        },
      },
    }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
        );
        const there = reachable(
          chunks,
          [...chunks.values()].filter((chunk) => chunk.isEntry),
        );
        for (const chunk of chunks.values()) {
          if (!chunk.isDynamicEntry) continue;
          const needed = reachable(chunks, [chunk]).difference(there).difference(new Set(chunk.imports));
          // At the end: what is imported first is run first, and that order must stay as it was.
          for (const fileName of needed)
            if (fileName !== chunk.fileName) chunk.code += `import"./${basename(fileName)}";`;
        }
      },
    },
  };
}

/** The files of chunks and of all that they import, and these import, but do not load late. */
function reachable(
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  from: readonly Rolldown.OutputChunk[],
): Set<string> {
  const seen = new Set(from.map(({ fileName }) => fileName));
  for (const fileName of seen) for (const next of chunks.get(fileName)?.imports ?? []) seen.add(next);
  return seen;
}

function basename(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('/') + 1);
}
