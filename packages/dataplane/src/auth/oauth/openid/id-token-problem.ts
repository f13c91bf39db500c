/** Why an ID token that an application presented is refused, in words the application may see. */
export class IdTokenProblem extends Error {
  override readonly name = 'IdTokenProblem';
  readonly kind: 'token' | 'audience' | 'nonce';

  constructor(kind: 'token' | 'audience' | 'nonce', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
