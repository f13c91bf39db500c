import type { Operation } from '@basalt/contract';
import { expect } from 'vitest';
import type { Row } from './operation-rows.ts';
import type { Victim } from './order.ts';
import { eventually, inTime, PATIENCE, type ProjectsAtWork } from './projects-at-work.ts';
import type { SmallDisk } from './small-disk.ts';

/** After these the former database is kept. */
const KEEPING: readonly Row['kind'][] = ['restore_backup', 'return_to', 'upgrade'];

export type Moment = 'before' | 'after';

/** Lets operations run undisturbed and disturbed, looks whether the project is worth what it was, and keeps how each ended. */
export class OperationMatrix {
  readonly #at: ProjectsAtWork;
  readonly #disk: SmallDisk | null;
  readonly #results = new Map<string, Record<string, string>>();

  /** @param disk what the victim `disk` fills, and what is emptied again */
  constructor(at: ProjectsAtWork, disk: SmallDisk | null = null) {
    this.#at = at;
    this.#disk = disk;
  }

  /** Runs the operation to its end and gives the names of the steps to try. */
  async undisturbed(row: Row): Promise<string[]> {
    const at = this.#at;
    const ref = await row.prepare();
    await row.act(ref);
    const worked = (await row.worksOn?.()) ?? ref;
    await this.#expectEnd(worked, row, row.ends);
    if (row.steps !== undefined) return [...row.steps];
    if (row.ends[0] === null) {
      await at.post(`/platform/projects/${ref}/recover`);
      await at.expectStatus(ref, ['ACTIVE_HEALTHY']);
    }
    const operation = (await at.operations(worked)).find(({ kind }) => kind === row.kind);
    expect(operation).toMatchObject({ state: 'done' });
    return operation?.steps.map(({ name }) => name) ?? [];
  }

  async disturbed(row: Row, step: string, when: Moment, victim: Victim): Promise<void> {
    const at = this.#at;
    const ref = await row.prepare();
    const point = `${row.kind}:${step}:${when}`;
    await at.platform.killAt(point, victim);
    const isDeath = victim === 'platform' || victim === 'machine';
    const done = isDeath ? at.platform.death() : at.platform.obeyed();
    await row.act(ref);
    await inTime(done, () => `Nothing happened at ${point}. ${at.refusal}`);
    const name = `${row.name ?? row.kind} ${step}`;
    const column = `${victim} ${when}`;
    this.#write(name, column, 'FAILED');
    if (victim === 'machine') await at.platform.misleadPidFiles();
    if (isDeath) await at.platform.start();
    const worked = (await row.worksOn?.()) ?? ref;
    if (victim === 'disk') await this.#makeSpace(worked, row);
    const ends = victim === 'disk' ? [...row.ends, ...(row.otherwise ?? [])] : row.ends;
    const operation = await this.#expectEnd(worked, row, ends);
    if (KEEPING.includes(row.kind)) await at.discardOldKept(ref);
    await this.#expectNothingLeftOver();
    this.#write(name, column, operation === 'failed' ? 'taken back' : 'done');
  }

  printed(columns: readonly string[]): string {
    const lines = [...this.#results].map(([name, cells]) => [
      name,
      ...columns.map((column) => cells[column] ?? '-'),
    ]);
    const table = [['operation and step', ...columns], ...lines];
    const widths =
      table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
    return table
      .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
      .join('\n');
  }

  /** Not before the operation has come to its end, or has had the time to run into the full disk. */
  async #makeSpace(ref: string, row: Row): Promise<void> {
    const at = this.#at;
    const deadline = Date.now() + 4_000;
    while (Date.now() < deadline) {
      const last = (await at.operations(ref).catch(() => [])).find?.(({ kind }) => kind === row.kind);
      if (last === undefined || last.state !== 'running') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.#disk?.clear();
  }

  #write(name: string, column: string, cell: string): void {
    this.#results.set(name, { ...this.#results.get(name), [column]: cell });
  }

  /** Waits for the end of what is at work and looks whether the project is worth what it was. Gives how the operation ended. */
  async #expectEnd(
    ref: string,
    row: Row,
    ends: readonly (string | null)[],
  ): Promise<Operation['state'] | 'gone'> {
    const at = this.#at;
    await at.expectStatus(ref, ends);
    if ((await at.statusOf(ref)) === null) return 'gone';
    await eventually(
      async () => (await at.operations(ref))[0]?.state,
      (seen) => expect(seen).not.toBe('running'),
    );
    const last = (await at.operations(ref)).find(({ kind }) => kind === row.kind);
    if (last?.state === 'failed') expect(last.reason).toMatch(/\.$/);
    if ((await at.statusOf(ref)) === 'ACTIVE_HEALTHY')
      await eventually(
        async () => (await at.query(ref, "select line from kept where line = 'still here'")).body,
        (seen) => expect(seen).toEqual([{ line: 'still here' }]),
      );
    await row.holds?.(last?.state);
    return last?.state ?? 'gone';
  }

  /** What the platform knows and what the machine shows must agree. */
  async #expectNothingLeftOver(): Promise<void> {
    const { platform } = this.#at;
    const look = async () => {
      const known = (await platform.api('GET', '/v1/projects')).body as { ref: string; status: string }[];
      const removed = (await platform.api('GET', '/platform/projects-removed')).body as { ref: string }[];
      const branches = (await this.#at.branches()).map(
        ({ project_ref: ref, preview_project_status: status }) => ({
          ref,
          status,
        }),
      );
      known.push(...branches.filter(({ status }) => status !== 'INIT_FAILED'));
      const { folders, servers, scratch } = await platform.onThisMachine();
      const refs = [...known, ...removed].map(({ ref }) => ref).sort();
      const running = known.filter(({ status }) => status === 'ACTIVE_HEALTHY').map(({ ref }) => ref);
      return {
        folders: folders.join() === refs.join(),
        servers: servers.join() === running.sort().join(),
        scratch: scratch.filter((name) => !name.startsWith('verify')),
      };
    };
    await expect.poll(look, { timeout: PATIENCE }).toEqual({ folders: true, servers: true, scratch: [] });
  }
}
