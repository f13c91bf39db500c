/** What the project's owner set for realtime. */
export interface RealtimeSettings {
  isOn: boolean;
  /** Whether public channels are refused. */
  privateOnly: boolean;
  hasPresence: boolean;
  /** Sockets that are open at once, per gateway. */
  socketsPerProject: number;
  channelsPerSocket: number;
  /** Of one socket, in any second. */
  joinsPerSecond: number;
  /** Broadcasts of one socket, in any second. */
  messagesPerSecond: number;
  /** Of one channel, in any second. */
  presenceMessagesPerSecond: number;
  /** Of one broadcast, in bytes. */
  payloadBytes: number;
  /** When the owner ended all sockets for the last time: those that are open when it changes end. */
  socketsEndedAt: string | null;
}

/** What a new project has. */
export const DEFAULT_REALTIME: RealtimeSettings = {
  isOn: true,
  privateOnly: false,
  hasPresence: true,
  socketsPerProject: 200,
  channelsPerSocket: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  presenceMessagesPerSecond: 20,
  payloadBytes: 3 * 1024 * 1024,
  socketsEndedAt: null,
};
