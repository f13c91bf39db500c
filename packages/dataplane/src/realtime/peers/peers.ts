/** What gateways that serve the same project tell each other. */
export type PeerMessage =
  | {
      kind: 'broadcast';
      topic: string;
      isPrivate: boolean;
      event: string;
      /** Base64. */
      body: string;
      isJson: boolean;
    }
  | { kind: 'track'; room: string; topic: string; key: string; ref: string; json: string }
  | { kind: 'untrack'; ref: string };

export interface PeerEvents {
  /** The connection is there, on which other work of the same role can be done. */
  connected(run: (sql: string) => Promise<unknown>): void;
  message(from: string, message: PeerMessage): void;
  /** Another gateway is there from now on, and knows nothing of what we told before. */
  arrived(): void;
  /** Another gateway is gone, and all who were connected to it. */
  left(peer: string): void;
}

/** The other gateways that serve a project. */
export interface Peers {
  /**
   * To all of them, in order.
   * @returns null where there are none; else settled when it is on its way even if this process ends, false if it got lost
   */
  tell(message: PeerMessage): Promise<boolean> | null;
  /** Settled when the others know of this one, so that it hears all that they acknowledge from then on. */
  ready(): Promise<void>;
  close(): void;
}

/** For a gateway that is known to be the only one. */
export const NO_PEERS: Peers = { tell: () => null, ready: async () => {}, close: () => {} };
