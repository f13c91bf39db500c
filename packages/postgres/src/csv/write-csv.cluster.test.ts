import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it, vi } from 'vitest';
import { runQuery } from '../queries/run-query.ts';
import { type WriteOptions, writeCsv } from './write-csv.ts';

const cluster = useTestCluster();

async function csv(sql: string, options: Partial<WriteOptions> = {}): Promise<string> {
  const pieces: string[] = [];
  await writeCsv(cluster.adminAddress, sql, {
    statementTimeoutMs: 60_000,
    write: async (text) => void pieces.push(text),
    ...options,
  });
  return pieces.join('');
}

describe('writeCsv', () => {
  it('writes a header and every row', async () => {
    expect(
      await csv(
        `select i as "id, of it", case when i = 1 then null else '' end as "=evil", -i as minus,
           interval '-1 day' as time, '-' || i as text, e'a"b\\nc' as quoted from generate_series(1, 2) i`,
      ),
    ).toBe(
      [
        '"id, of it",\'=evil,minus,time,text,quoted',
        '1,,-1,-1 days,\'-1,"a""b\nc"',
        '2,"",-2,-1 days,\'-2,"a""b\nc"',
        '',
      ].join('\r\n'),
    );
  });

  it('writes the header alone when there is no row', async () => {
    expect(await csv('select 1 as a where false')).toBe('a\r\n');
  });

  it('binds parameters', async () => {
    expect(await csv('select $1::text as a', { parameters: ['=1'] })).toBe("a\r\n'=1\r\n");
  });

  it('cuts neither rows nor values', async () => {
    let lines = 0;
    await csv('select i, repeat(md5(i::text), 3) from generate_series(1, 200000) i', {
      write: async (text) => {
        lines += text.split('\r\n').length - 1;
      },
    });
    expect(lines).toBe(200_001);
    expect((await csv("select repeat('x', 20000000) as a, repeat('y', 2000000) as b")).length).toBe(
      22_000_000 + 'a,b\r\n,\r\n'.length,
    );
  });

  it.each([
    ['select 1 / 0', '22012'],
    ['select 1; select 2', '42601'],
    ['set work_mem = 64', '42601'],
    ['delete from auth.users returning id', '25006'],
    ['copy (select 1) to stdout', '0A000'],
    ["select repeat('x', 70000000)", '54000'],
  ])('refuses %j before it writes anything', async (sql, code) => {
    const write = vi.fn();
    await expect(csv(sql, { write })).rejects.toMatchObject({ code });
    expect(write).not.toHaveBeenCalled();
  });

  it('fails after what it wrote when a later row fails', async () => {
    const write = vi.fn(async () => {});
    await expect(
      csv('select 1 / (100000 - i) from generate_series(1, 100000) i', { write }),
    ).rejects.toMatchObject({
      code: '22012',
    });
    expect(write).toHaveBeenCalled();
  });

  it('makes the server wait for a slow reader, and cancels when the reader goes', async () => {
    const controller = new AbortController();
    const application = 'slow-reader';
    const stuck = new Promise<void>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('gone')));
    });
    const running = writeCsv(
      { ...cluster.adminAddress, applicationName: application },
      "select repeat('x', 1000) from generate_series(1, 1000000)",
      { statementTimeoutMs: 0, signal: controller.signal, write: () => stuck },
    );
    const backends = async () =>
      (
        await runQuery(
          cluster.adminAddress,
          'select wait_event from pg_stat_activity where application_name = $1',
          [application],
        )
      ).rows;
    const ended = expect(running).rejects.toMatchObject({ code: '57014' });
    await vi.waitFor(async () => expect(await backends()).toEqual([{ wait_event: 'ClientWrite' }]), 20_000);
    controller.abort();
    await ended;
    await vi.waitFor(async () => expect(await backends()).toEqual([]), 20_000);
  });
});
