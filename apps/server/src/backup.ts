import type { OperatedBackups, OperatedProject } from '@basalt/platform';
import { runCommand, UsageError } from './command-options.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { askOperator, untilOver } from './operator/ask-operator.ts';
import { progressLine } from './operator/tell-progress.ts';

/** `backup`: takes backups now, of all projects or of one, and lists those that there are. */

const HELP = `basalt backup [ref] [--json]       back up all projects, or the one with this ref, and wait for it
basalt backup --list <ref> [--json]  the backups of a project, and the moments that can be restored

It asks the Basalt that runs on the data folder, one project after the other. Stopped half-way, the backup at work
goes on. Projects that are paused have changed nothing since their last backup, and are left out.

Ends with 0 when all were backed up, 1 when one was not, 2 for wrong options.`;

interface Outcome {
  ref: string;
  name: string;
  state: 'done' | 'failed' | 'left out';
  reason: string | null;
}

async function backUp(config: Config, project: OperatedProject): Promise<Outcome> {
  const { ref, name } = project;
  const outcome = (state: Outcome['state'], reason: string | null) => ({ ref, name, state, reason });
  if (project.is_attached) return outcome('left out', 'Its database is on a server that somebody else runs.');
  if (project.status === 'INACTIVE') return outcome('left out', 'It is paused.');
  const line = progressLine(`${name} (${ref})`);
  try {
    const { operation_id } = await askOperator<{ operation_id: string }>(config, 'POST', `backup/${ref}`);
    const { state, reason } = await untilOver(config, operation_id, line.tell);
    return state === 'done' ? outcome('done', null) : outcome('failed', reason);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return outcome('failed', error.message);
  } finally {
    line.end();
  }
}

async function backUpAll(config: Config, ref: string | undefined, json: boolean): Promise<number> {
  const all = await askOperator<OperatedProject[]>(config, 'GET', 'projects');
  const projects = ref === undefined ? all : all.filter((project) => project.ref === ref);
  if (ref !== undefined && projects.length === 0)
    throw new ConfigError(`There is no project with the ref ${ref}.`);
  const outcomes: Outcome[] = [];
  for (const project of projects) {
    const outcome = await backUp(config, project);
    outcomes.push(outcome);
    const end = outcome.state === 'done' ? 'backed up' : `${outcome.state}. ${outcome.reason}`;
    if (!json) console.log(`${outcome.name} (${outcome.ref}): ${end}`);
  }
  if (json) console.log(JSON.stringify(outcomes));
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  const count = outcomes.filter(({ state }) => state === 'done').length;
  if (!json) console.log(`${count} of ${projects.length} projects backed up.`);
  return failed === 0 ? 0 : 1;
}

async function list(config: Config, ref: string | undefined, json: boolean): Promise<number> {
  if (ref === undefined) throw new UsageError('Say which project, by its ref.');
  const answer = await askOperator<OperatedBackups>(config, 'GET', `backups/${ref}`);
  if (json) console.log(JSON.stringify(answer));
  else {
    for (const { id, finished_at, reason, data_bytes } of answer.backups)
      console.log(`${id}  ${finished_at}  ${Math.ceil((data_bytes ?? 0) / 1e6)} MB  ${reason}`);
    console.log(
      answer.window === null
        ? 'No moment in between can be restored.'
        : `Any moment from ${answer.window.earliest} to ${answer.window.latest} can be restored.`,
    );
  }
  return 0;
}

await runCommand(
  HELP,
  { json: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
  (values, [ref, ...others]) => {
    if (others.length > 0) throw new UsageError('Say one ref, or none.');
    const config = readConfig(process.env);
    return values.list ? list(config, ref, values.json) : backUpAll(config, ref, values.json);
  },
);
