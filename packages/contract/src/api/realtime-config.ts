import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

const count = (most: number) => z.number().int().min(1).max(most);

/** Settings of realtime, in the words of the management API. */
const settings = {
  /** Whether public channels are refused. */
  private_only: z.boolean(),
  /** Kept for the management API's clients: the number of connections is chosen by the server. */
  connection_pool: count(100),
  /** Sockets at once. */
  max_concurrent_users: count(50_000),
  /** Broadcasts of one socket in a second. */
  max_events_per_second: count(50_000),
  /** Kept for the management API's clients: bytes are bounded by what waits for a slow reader. */
  max_bytes_per_second: count(10_000_000),
  max_channels_per_client: count(10_000),
  max_joins_per_second: count(5_000),
  max_presence_events_per_second: count(5_000),
  /** Of one broadcast. Larger frames are not read at all. */
  max_payload_size_in_kb: count(4_096),
  /** Whether realtime is switched off. */
  suspend: z.boolean(),
  presence_enabled: z.boolean(),
};

export const realtimeConfig = z.object(settings);
export type RealtimeConfig = z.infer<typeof realtimeConfig>;

const changes = realtimeConfig.partial();
export type RealtimeConfigChanges = z.infer<typeof changes>;

/** What holds for realtime of a project. Reading it takes a membership, changing it `update_api_config`. */
export const realtimeSettings = {
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/realtime' })
    .input(z.object({ ref: projectRef }))
    .output(realtimeConfig),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/config/realtime', successStatus: 204 })
    .input(z.strictObject({ ref: projectRef, ...changes.shape })),
  /** Ends every socket of the project. Clients connect again by themselves. It takes what changing does. */
  v1Shutdown: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/config/realtime/shutdown', successStatus: 204 })
    .input(z.object({ ref: projectRef })),
};
