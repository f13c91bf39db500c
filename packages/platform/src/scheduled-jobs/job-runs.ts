import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryErrorFields, runScript, type ScriptEvent, toQueryError } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import { sentenceOf } from '../kernel/failures.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { type JobDependencies, jobTarget, withJobTables } from './job-connection.ts';
import { beginRun, type EndedRun, insertRuns, writeBackend, writeEnds } from './job-rows.ts';

/** Of one project at a time; the others wait for their turn. */
const AT_ONCE = 2;
/** How long a job may run. */
const LONGEST_RUN_MS = 60 * 60_000;
/** What takes longer than this says in which process it runs. */
const QUICK_MS = 1_000;
/** How long the end of the platform waits for runs to be told as ended. */
const GOODBYE_MS = 3_000;

interface Run {
  readonly id: string;
  readonly jobId: string;
}

interface ProjectRuns {
  /** By job: waiting or running. A job that still runs is not started again. */
  readonly underWay: Map<string, Run>;
  readonly waiting: Run[];
  running: number;
  /** Not written down yet: the database did not take it. */
  ended: EndedRun[];
}

/** The runs of jobs that are under way, for all projects. */
export class JobRuns {
  readonly #dependencies: JobDependencies;
  readonly #longestMs: number;
  readonly #projects = new Map<number, ProjectRuns>();
  readonly #atWork = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(dependencies: JobDependencies, longestMs = LONGEST_RUN_MS) {
    this.#dependencies = dependencies;
    this.#longestMs = longestMs;
  }

  isUnderWay(projectId: number, jobId: string): boolean {
    return this.#projects.get(projectId)?.underWay.has(jobId) ?? false;
  }

  /** The numbers of the runs that are under way or not written down. */
  knownRuns(projectId: number): string[] {
    const { underWay, ended } = this.#projects.get(projectId) ?? { underWay: new Map(), ended: [] };
    return [...[...underWay.values()].map(({ id }) => id), ...ended.map(({ id }) => id)];
  }

  /** Writes the runs of jobs down and starts them, but for those of jobs that are under way. Answers them. */
  async start(project: ProjectRow, client: ClientBase, jobIds: readonly string[]): Promise<Run[]> {
    const runs = this.#runsOf(project.id);
    const free = jobIds.filter((id) => !runs.underWay.has(id));
    if (free.length === 0 || this.#stopping.signal.aborted) return [];
    const begun = await insertRuns(client, free);
    for (const run of begun) {
      runs.underWay.set(run.jobId, run);
      runs.waiting.push(run);
    }
    this.#fill(project, runs);
    return begun;
  }

  /** Writes down the ends that the database did not take when they came. */
  async writeEnds(projectId: number, client: ClientBase): Promise<void> {
    const runs = this.#projects.get(projectId);
    if (runs === undefined || runs.ended.length === 0) return;
    const ended = [...runs.ended];
    await writeEnds(client, ended);
    runs.ended = runs.ended.filter((each) => !ended.includes(each));
    this.#tidy(projectId, runs);
  }

  /** Ends what runs. What cannot be written down now is found by the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { waiting } of this.#projects.values()) waiting.length = 0;
    await Promise.race([Promise.all(this.#atWork), sleep(GOODBYE_MS, undefined, { ref: false })]);
  }

  #runsOf(projectId: number): ProjectRuns {
    const runs = this.#projects.get(projectId) ?? {
      underWay: new Map(),
      waiting: [],
      running: 0,
      ended: [],
    };
    this.#projects.set(projectId, runs);
    return runs;
  }

  #fill(project: ProjectRow, runs: ProjectRuns): void {
    while (runs.running < AT_ONCE) {
      const run = runs.waiting.shift();
      if (run === undefined) return;
      runs.running += 1;
      const work = this.#execute(project, runs, run).finally(() => {
        this.#atWork.delete(work);
        runs.running -= 1;
        runs.underWay.delete(run.jobId);
        this.#fill(project, runs);
        this.#tidy(project.id, runs);
      });
      this.#atWork.add(work);
    }
  }

  /** Never throws. */
  async #execute(project: ProjectRow, runs: ProjectRuns, run: Run): Promise<void> {
    const ended = await this.#runOne(project, run).catch((error: unknown) => ({
      id: run.id,
      succeeded: false,
      message: sentenceOf(error) ?? `The database did not answer: ${toQueryError(error).message}`,
      backendPid: null,
    }));
    if (ended === null) return;
    runs.ended.push(ended);
    await withJobTables(this.#dependencies, project, (client) => this.writeEnds(project.id, client)).catch(
      (error: unknown) =>
        this.#dependencies.log(
          'debug',
          { err: error, ref: project.ref },
          'the end of a job was not written down',
        ),
    );
  }

  async #runOne(project: ProjectRow, { id }: Run): Promise<EndedRun | null> {
    const command = await withJobTables(this.#dependencies, project, (client) => beginRun(client, id));
    if (command === null) return null;
    const target = await jobTarget(this.#dependencies, project);
    const timeout = AbortSignal.timeout(this.#longestMs);
    const told = this.#tellBackendLater(project, id);
    let backendPid: number | null = null;
    let last: Extract<ScriptEvent, { type: 'complete' }> | null = null;
    const outcome = await runScript(target, command, {
      signal: AbortSignal.any([timeout, this.#stopping.signal]),
      // Nobody reads the rows: they are counted as they come.
      maxRowsPerResult: 0,
      maxBytes: 0,
      maxValueBytes: 1_024,
      onEvent: (event) => {
        if (event.type === 'started') {
          backendPid = event.backendPid;
          told.begin(event.backendPid);
        }
        if (event.type === 'complete') last = event;
      },
    }).finally(told.stop);
    const { error } = outcome;
    if (error === null) return { id, succeeded: true, message: answerOf(last), backendPid };
    const message = timeout.aborted
      ? `It ran for longer than ${hoursOf(this.#longestMs)} and was ended.`
      : this.#stopping.signal.aborted
        ? 'Basalt was stopped while this ran. What it had not committed is undone.'
        : failureOf(error);
    return { id, succeeded: false, message, backendPid };
  }

  /** Most runs end at once: only those that do not are told of while they run. */
  #tellBackendLater(project: ProjectRow, id: string): { begin: (pid: number) => void; stop: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const tell = (pid: number) =>
      withJobTables(this.#dependencies, project, (client) => writeBackend(client, id, pid)).catch(() => {
        // It is written with the end at the latest.
      });
    return {
      begin: (pid) => {
        timer = setTimeout(() => void tell(pid), QUICK_MS).unref();
      },
      stop: () => clearTimeout(timer),
    };
  }

  #tidy(projectId: number, { underWay, ended }: ProjectRuns): void {
    if (underWay.size === 0 && ended.length === 0) this.#projects.delete(projectId);
  }
}

/** What the last statement answered, as psql says it. */
function answerOf(last: { command: string; rowCount: number | null } | null): string {
  if (last === null) return 'There was nothing to run.';
  return last.rowCount === null ? last.command : `${last.command} ${last.rowCount}`;
}

function failureOf({ severity, message, detail, hint }: QueryErrorFields): string {
  return [
    `${severity}:  ${message}`,
    ...(detail === null ? [] : [`DETAIL:  ${detail}`]),
    ...(hint === null ? [] : [`HINT:  ${hint}`]),
  ].join('\n');
}

function hoursOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return `${Math.round(milliseconds / 1_000)} seconds`;
  return minutes === 60 ? 'an hour' : `${minutes} minutes`;
}
