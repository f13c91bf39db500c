import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const FOLDER = join(import.meta.dirname, '../../../deploy/kubernetes');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const [platform, gateways, databases] = [
  'base/platform.yaml',
  'base/gateways.yaml',
  'databases/databases.yaml',
].map(read) as [string, string, string];

const variablesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/\{ name: (BASALT_\w+), value: "?([^" }]*)"? \}/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
const common = Object.fromEntries(
  [...read('base/kustomization.yaml').matchAll(/^ {6}- (BASALT_\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);
const seconds = (text: string, name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(text)?.[1]);
const portOf = (text: string, name: string) =>
  Number(new RegExp(`name: ${name}, containerPort: (\\d+)`).exec(text)?.[1]);

it('the platform listens where the manifests look for it', () => {
  const { door, gatewayUrl, home, host, kubernetes, port, publicUrl } = readConfig({
    ...common,
    ...variablesOf(platform),
  });
  expect({ home, host, kubernetes }).toEqual({ home: '/data', host: '0.0.0.0', kubernetes: null });
  expect(port).toBe(portOf(platform, 'dashboard'));
  expect(door).toEqual({ host: '0.0.0.0', port: portOf(platform, 'door') });
  expect([String(publicUrl), String(gatewayUrl)]).toEqual([
    expect.stringContaining(common.BASALT_PUBLIC_URL ?? '-'),
    expect.stringContaining(common.BASALT_GATEWAY_URL ?? '-'),
  ]);
});

it('gateways find the platform’s door, and have the time to drain', () => {
  const { drainSeconds, gatewayPort, platformDoor } = readConfig({ ...common, ...variablesOf(gateways) });
  expect(gatewayPort).toBe(portOf(gateways, 'http'));
  const [, service] = /kind: Service\nmetadata:\n {2}name: (\S+)/.exec(platform) ?? [];
  expect(platformDoor).toEqual({ host: service, port: portOf(platform, 'door') });
  // Three seconds of quiet, and fifteen for requests at work.
  expect(seconds(gateways, 'terminationGracePeriodSeconds')).toBeGreaterThan(drainSeconds + 3 + 15);
});

it('databases go to the namespace that the rights are for', () => {
  const variables = variablesOf(databases);
  expect(Object.keys(variables)).toHaveLength(2);
  const { kubernetes } = readConfig({ ...common, ...variablesOf(platform), ...variables });
  const [, namespace] = /kind: Namespace\nmetadata:\n {2}name: (\S+)/.exec(read('rights.yaml')) ?? [];
  expect(kubernetes?.namespace).toBe(namespace);
});
