import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { ApiClient } from '../e2e/basalt/api-client.ts';
import { OWNER } from '../e2e/basalt/owner.ts';
import { disposeBasalt, startBasalt } from '../e2e/basalt/start-basalt.ts';
import { measureApiDocs } from './api-docs.ts';
import { measureAssistant } from './assistant.ts';
import { measureAssistantPanel } from './assistant-panel.ts';
import { measureBackups } from './backups.ts';
import type { BenchContext } from './bench-context.ts';
import { measureBranches } from './branch.ts';
import { measureBranchConsistency } from './branch-consistency.ts';
import { measureColdStart } from './cold-start.ts';
import { measureCreation } from './create-project.ts';
import { type Figure, isMet, table } from './figure.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureFirstRestAnswer } from './first-rest-answer.ts';
import { measureFunctions } from './functions.ts';
import { measureGateways } from './gateways.ts';
import { measureGraphql } from './graphql.ts';
import { measureIdleLoad } from './idle-load.ts';
import { measureIdleMemory } from './idle-memory.ts';
import { measureLostMachine } from './lost-machine.ts';
import { measureManyBranches } from './many-branches.ts';
import { measurePauseAndResume } from './pause-and-resume.ts';
import { measurePipeline } from './pipeline.ts';
import { measurePooler } from './pooler.ts';
import { measureRealtime } from './realtime.ts';
import { measureRecovery } from './recovery.ts';
import { measureRest } from './rest.ts';
import { measureRouteChanges } from './route-changes.ts';
import { measureScale } from './scale.ts';
import { measureSchemaApi } from './schema-api.ts';
import { measureSqlEditor } from './sql-editor.ts';
import { measureSqlRun } from './sql-run.ts';
import { measureStorage } from './storage.ts';
import { measureTableGrid } from './table-grid.ts';
import { measureTableRows } from './table-rows.ts';
import { measureUpgrade } from './upgrade.ts';
import { measureUserImport } from './user-import.ts';
import { measureUserSearch } from './user-search.ts';
import { measureWebhooks } from './webhooks.ts';

/** In this order: memory before anything else has been done, the cold start when there is much to start. */
const MEASUREMENTS: Record<string, (context: BenchContext) => Promise<Figure[]>> = {
  'first load': measureFirstLoad,
  memory: measureIdleMemory,
  create: measureCreation,
  'pause and resume': measurePauseAndResume,
  pipeline: measurePipeline,
  'first answer': measureFirstRestAnswer,
  recovery: measureRecovery,
  rest: measureRest,
  graphql: measureGraphql,
  'schema api': measureSchemaApi,
  'table rows': measureTableRows,
  'table grid': measureTableGrid,
  'route changes': measureRouteChanges,
  'api docs': measureApiDocs,
  storage: measureStorage,
  functions: measureFunctions,
  realtime: measureRealtime,
  pooler: measurePooler,
  'user import': measureUserImport,
  'user search': measureUserSearch,
  webhooks: measureWebhooks,
  'sql run': measureSqlRun,
  'sql editor': measureSqlEditor,
  'assistant panel': measureAssistantPanel,
  assistant: measureAssistant,
  backups: measureBackups,
  gateways: measureGateways,
  'lost machine': measureLostMachine,
  branches: measureBranches,
  'many branches': measureManyBranches,
  'torn branches': measureBranchConsistency,
  upgrade: measureUpgrade,
  'cold start': measureColdStart,
  'idle load': measureIdleLoad,
};

/** Measured only when asked for: these take an hour and tens of gigabytes. */
const LARGE_MEASUREMENTS: typeof MEASUREMENTS = { scale: measureScale };

const only = process.argv[2];
const available = only === undefined ? MEASUREMENTS : { ...MEASUREMENTS, ...LARGE_MEASUREMENTS };
const names = Object.keys(available).filter((name) => only === undefined || name.includes(only));
if (names.length === 0) {
  console.error(`There is no figure called ${only}. There are: ${Object.keys(available).join(', ')}.`);
  process.exit(2);
}

const basalt = await startBasalt({ environment: { BASALT_LOG_LEVEL: 'warn' } });
const context: BenchContext = { basalt, api: new ApiClient(basalt.origin, OWNER.accessToken) };
const [load] = loadavg();
const figures: Figure[] = [];
try {
  for (const name of names) {
    console.log(`Measuring: ${name} ...`);
    figures.push(...((await available[name]?.(context)) ?? []));
  }
} finally {
  await disposeBasalt(context.basalt);
}

const folder = path.join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model.trim(),
  memory: totalmem(),
  node: process.version,
  /** Of the last minute, before anything was measured: it should be near zero. */
  load,
};
const result = {
  date: new Date().toISOString(),
  machine,
  figures: figures.map((figure) => ({ ...figure, pass: isMet(figure) })),
};
await writeFile(path.join(folder, 'latest.json'), `${JSON.stringify(result, null, 2)}\n`);
console.log(`\n${table(figures)}\n\nWritten to bench/results/latest.json`);
process.exitCode = figures.every(isMet) ? 0 : 1;
