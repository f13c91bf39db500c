/**
 * Thrown for what is wrong with a GraphQL request. The message is all that the client gets.
 * `request`: nothing of the document can be run, so the answer has no `data`. `field`: one field of the root cannot.
 */
export class GraphqlFailure extends Error {
  override readonly name = 'GraphqlFailure';
  readonly scope: 'request' | 'field';

  constructor(message: string, scope: 'request' | 'field' = 'field') {
    super(message);
    this.scope = scope;
  }
}

/** @throws {GraphqlFailure} about one field */
export function fail(message: string): never {
  throw new GraphqlFailure(message);
}

/** @throws {GraphqlFailure} about the whole request */
export function failRequest(message: string): never {
  throw new GraphqlFailure(message, 'request');
}
