import type { CompiledQuery } from '../compile/answer/compiled-query.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { DatabaseRestSettings } from '../schema-cache/schema-cache.ts';
import type { Outcome } from './outcome.ts';

/** All that an answer is made of. */
export interface AnswerParts {
  request: RestRequest;
  outcome: Outcome;
  compiled: Pick<CompiledQuery, 'contentType' | 'isPlan'>;
  settings: Pick<DatabaseRestSettings, 'schemas' | 'txEnd'>;
}
