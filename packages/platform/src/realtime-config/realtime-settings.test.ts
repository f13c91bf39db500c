import { DEFAULT_REALTIME } from '@basalt/project';
import { expect, it } from 'vitest';
import { presentRealtimeConfig, realtimeSettingsOf } from './realtime-settings.ts';

it('of a new project is what the gateway allows by itself', () => {
  expect(realtimeSettingsOf({})).toEqual(DEFAULT_REALTIME);
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
