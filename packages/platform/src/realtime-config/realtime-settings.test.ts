import { expect, it } from 'vitest';
import { presentRealtimeConfig, realtimeSettingsOf } from './realtime-settings.ts';

it('of a new project is what the gateway allows by itself', () => {
  expect(presentRealtimeConfig({})).toEqual({
    private_only: false,
    connection_pool: 2,
    max_concurrent_users: 200,
    max_events_per_second: 100,
    max_bytes_per_second: 100_000,
    max_channels_per_client: 100,
    max_joins_per_second: 100,
    max_presence_events_per_second: 20,
    max_payload_size_in_kb: 3_072,
    suspend: false,
    presence_enabled: true,
  });
});

it('does not tell clients of the API when sockets were ended', () =>
  expect(presentRealtimeConfig({ sockets_ended_at: '2026-01-01T00:00:00.000Z' })).toEqual(
    presentRealtimeConfig({}),
  ));

it('goes to the gateway in its words', () =>
  expect(
    realtimeSettingsOf({ suspend: true, max_payload_size_in_kb: 2, presence_enabled: false }),
  ).toMatchObject({
    isOn: false,
    payloadBytes: 2_048,
    hasPresence: false,
    socketsPerProject: 200,
  }));
