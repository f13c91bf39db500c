/** The codes by which clients know what went wrong. */
export type RealtimeErrorCode =
  | 'ChannelRateLimitReached'
  | 'ClientJoinRateLimitReached'
  | 'ClientPresenceRateLimitReached'
  | 'ConnectionRateLimitReached'
  | 'DatabaseLackOfConnections'
  | 'InvalidJoinPayload'
  | 'InvalidJWTToken'
  | 'JwtSignatureError'
  | 'MalformedJWT'
  | 'PostgresChangesSubscribeTimeout'
  | 'PrivateOnly'
  | 'TopicNameRequired'
  | 'UnableToReplayMessages'
  | 'UnableToSetPolicies'
  | 'Unauthorized'
  | 'UnknownErrorOnChannel';

/** What a client did wrong, or may not do. The sentence is for its developer. */
export class RealtimeError extends Error {
  override readonly name = 'RealtimeError';
  readonly code: RealtimeErrorCode;

  constructor(code: RealtimeErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  /** As clients get it when they cannot join. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}
