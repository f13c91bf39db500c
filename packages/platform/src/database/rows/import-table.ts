import type { Readable } from 'node:stream';
import { type ImportEvent, type ImportInput, importInput } from '@basalt/contract';
import { QueryError } from '@basalt/postgres';
import { enterCatalog, ImportError, importRows, readShape } from '@basalt/postgres/rows';
import { audited } from '../../kernel/audit/audited.ts';
import { redact } from '../../kernel/audit/redact.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { eventChannel } from '../../kernel/event-channel.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { sqlDatabase } from '../../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { writableShape } from './save-rows.ts';
import { READING, rowsFailure, withRows } from './with-rows.ts';

/** Between two events that tell how far it is. */
const PROGRESS_MS = 250;
const PATIENCE_MS = 60_000;

/**
 * Imports a file that is on its way into a table, and tells how far it is. Whoever stops reading stops the import; then, and after any
 * failure, nothing was imported.
 * @param asked what the address says
 * @throws PlatformError `forbidden`, `bad_request`, `not_found` before anything is read
 */
export async function importTable(
  dependencies: Dependencies,
  actor: Actor,
  asked: unknown,
  file: Readable,
  signal: AbortSignal,
): Promise<AsyncGenerator<ImportEvent>> {
  const input = readInput(asked);
  const { ref, ...rest } = input;
  const call = { action: 'tableRows.import', actor, subject: { ref }, request: redact(importInput, rest) };
  return audited(dependencies, call, () => importInto(dependencies, actor, input, file, signal));
}

async function importInto(
  dependencies: Dependencies,
  actor: Actor,
  input: ReturnType<typeof readInput>,
  file: Readable,
  signal: AbortSignal,
): Promise<AsyncGenerator<ImportEvent>> {
  const { project } = await permittedProject(dependencies.db, actor, input.ref, 'run_sql');
  const { shape, searchPath } = await withRows(
    dependencies,
    { project, role: OWNER_ROLE, signal, ...READING },
    async (client) => {
      const path = await enterCatalog(client);
      return {
        shape: writableShape(await readShape(client, input.id, READ_ONLY_ROLE), input.id),
        searchPath: path,
      };
    },
  );
  if (shape.kind !== 'r' && shape.kind !== 'p' && shape.kind !== 'f')
    throw new PlatformError('bad_request', 'Files can only be imported into tables.', { field: 'id' });
  const { target, release } = await sqlDatabase(dependencies, project, OWNER_ROLE, signal);
  const stop = new AbortController();
  const channel = eventChannel<ImportEvent>(() => stop.abort());
  let told = performance.now();
  const imported = importRows(target, shape, arriving(file), {
    format: input.format,
    hasHeader: input.header,
    columns: input.columns ?? null,
    allOrNothing: input.all_or_nothing,
    searchPath,
    signal: AbortSignal.any([signal, stop.signal]),
    onProgress: async (progress) => {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      await channel.send({ type: 'progress', ...progress });
    },
  });
  void imported
    .then(
      ({ isImported, refusedRows, ...counts }) =>
        channel.send({ type: 'done', ...counts, is_imported: isImported, refused_rows: [...refusedRows] }),
      (error: unknown) => {
        // What is still on its way is thrown away, so that the sender comes to read the answer.
        file.resume();
        return channel.send(failure(dependencies, error, input));
      },
    )
    .finally(() => {
      release();
      channel.end();
    });
  return channel.events();
}

/** The file piece by piece. One that stops coming does not hold a connection for ever. */
async function* arriving(file: Readable): AsyncGenerator<Buffer> {
  const giveUp = () =>
    file.destroy(new ImportError('Nothing of the file came for a minute, so nothing was imported.'));
  let patience = setTimeout(giveUp, PATIENCE_MS);
  try {
    for await (const chunk of file) {
      clearTimeout(patience);
      yield chunk as Buffer;
      patience = setTimeout(giveUp, PATIENCE_MS);
    }
  } finally {
    clearTimeout(patience);
  }
}

function readInput(asked: unknown): ImportInput {
  const { success, data, error } = importInput.safeParse(asked);
  if (success) return data;
  const [issue] = error.issues;
  const field = String(issue?.path[0] ?? '');
  throw new PlatformError('bad_request', `${field}: ${issue?.message ?? 'is not valid'}.`, { field });
}

function failure({ log }: Dependencies, error: unknown, { ref }: ImportInput): ImportEvent {
  const told =
    error instanceof ImportError
      ? new PlatformError('bad_request', error.message)
      : error instanceof QueryError
        ? rowsFailure(error)
        : new PlatformError('internal');
  if (told.code === 'internal') log('error', { err: error, ref }, 'an import failed');
  const { code, message, field, details } = told;
  return { type: 'error', code, message, ...(field && { field }), ...(details !== undefined && { details }) };
}
