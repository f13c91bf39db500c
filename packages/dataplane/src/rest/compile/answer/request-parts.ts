import type { ChosenMedia } from '../media/chosen-media.ts';
import type { CompiledCount } from './compile-count.ts';
import type { CompiledQuery } from './compiled-query.ts';

/** What each kind of request gives, before settings go in front of it and values are numbered. */
export interface RequestParts {
  /** The answer's statement, with marks for values. */
  sql: string;
  count: CompiledCount | null;
  media: ChosenMedia;
  readOnly: boolean;
  expectRows: CompiledQuery['expectRows'];
  lane: CompiledQuery['lane'];
  functionSettings: ReadonlyMap<string, string> | null;
}
