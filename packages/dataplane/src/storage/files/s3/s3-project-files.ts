import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Bucket, eachAtOnce } from '@basalt/object-store';
import type { ProjectFiles } from '../object-files.ts';

/** What the keys of a project's objects begin with. */
export const objectsOf = (ref: string): string => `${ref}/objects/`;

/** All objects of a project, below `<ref>/objects/` in the bucket. */
export function s3ProjectFiles(store: Bucket, folder: string): ProjectFiles {
  return {
    async removeAll(ref) {
      await store.abortUploads(objectsOf(ref), 0);
      for await (const found of store.list(objectsOf(ref)))
        await eachAtOnce(found, ({ key }) => store.remove(key));
      await rm(path.join(folder, ref), { recursive: true, force: true });
    },
    async copyAll(from, to) {
      const there = keysIn(store, objectsOf(to));
      let next = await there.next();
      for await (const found of store.list(objectsOf(from))) {
        const missing: string[] = [];
        for (const { key } of found) {
          const name = key.slice(objectsOf(from).length);
          // Both lists are in the order of their keys.
          while (!next.done && next.value < name) next = await there.next();
          if (next.done || next.value !== name) missing.push(name);
        }
        await eachAtOnce(missing, async (name) => {
          await store.copy(objectsOf(from) + name, objectsOf(to) + name);
        });
      }
      await there.return(undefined);
    },
  };
}

async function* keysIn(store: Bucket, prefix: string): AsyncGenerator<string, undefined> {
  for await (const found of store.list(prefix)) for (const { key } of found) yield key.slice(prefix.length);
}
