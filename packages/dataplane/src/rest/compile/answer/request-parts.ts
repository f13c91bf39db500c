import type { PipelineStatement } from '@basalt/postgres';
import type { ChosenMedia } from '../media/choose-media.ts';
import type { CompiledCount } from './answer-row.ts';
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

/** The request's own statement and what is to be known of it, without the values and without who asks. */
export interface CompiledAnswer
  extends Pick<PipelineStatement, 'sql' | 'reuse'>,
    Pick<RequestParts, 'count' | 'readOnly' | 'expectRows' | 'lane' | 'functionSettings'>,
    Pick<CompiledQuery, 'contentType' | 'bodyEncoding' | 'isPlan'> {}

export interface AnswerWithValues {
  answer: CompiledAnswer;
  values: PipelineStatement['values'];
  /** All values in the order in which the compiler came to them. */
  given: PipelineStatement['values'];
  /** For each of `values`, which of `given` it is. */
  used: readonly number[];
}
