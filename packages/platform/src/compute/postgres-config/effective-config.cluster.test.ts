import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { expect, it } from 'vitest';
import { PARAMETERS } from './parameters.ts';
import { formatBytes, formatMilliseconds, parseBytes, parseMilliseconds } from './parse-quantity.ts';

const clusters = { 15: useTestCluster({ major: 15 }), 18: useTestCluster({ major: 18 }) };

it.each(inTurn([15, 18] as const))('what nobody sets is as PostgreSQL %i has it', async (major) => {
  const { rows } = await withClient(clusters[major].adminAddress, (client) =>
    client.query<{ name: string; boot_val: string; unit: string | null }>(
      'select name, boot_val, unit from pg_settings where name = any($1)',
      [Object.keys(PARAMETERS)],
    ),
  );
  expect(rows).toHaveLength(Object.keys(PARAMETERS).length);
  const otherwise = Object.entries(PARAMETERS).filter(([, parameter]) => parameter.otherwise !== null);
  for (const [name, parameter] of otherwise) {
    const { boot_val, unit } = rows.find((row) => row.name === name) ?? { boot_val: '', unit: null };
    expect({ name, value: inOurWords(parameter.type, boot_val, unit) }).toEqual({
      name,
      value: parameter.otherwise,
    });
  }
});

function inOurWords(type: string, value: string, unit: string | null): unknown {
  if (type === 'bytes')
    return formatBytes(
      Number(value) * (parseBytes(/^\d/.test(unit ?? '') ? (unit ?? '') : `1${unit}`, 1) ?? 1),
    );
  if (type === 'time') return formatMilliseconds(Number(value) * (parseMilliseconds(`1${unit}`, 1) ?? 1));
  if (type === 'integer') return Number(value);
  return type === 'boolean' ? value === 'on' : value;
}
