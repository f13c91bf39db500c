import { randomUUID } from 'node:crypto';
import type { OperationKind, StorageUsage } from '@basalt/contract';
import { openLocalFiles } from '@basalt/dataplane/object-files';
import { clearFiles } from '@basalt/platform';
import { beforeAll, expect, it } from 'vitest';
import { objectsFolder } from '../src/objects-folder.ts';
import { useProject } from './project-under-test.ts';

const project = useProject('22642-22651');
const { owner, sql } = project;
const URL = '/platform/storage/{ref}/usage';
let files: ReturnType<typeof openLocalFiles>;

beforeAll(() => {
  files = openLocalFiles(objectsFolder(project.server.home));
});

async function keep(text: string): Promise<string> {
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  return (await files.write(project.ref, bytes, { maxBytes: 1_000, expected: null })).version;
}
const insert = (name: string, version: string | null, size: unknown = 5) =>
  sql(`insert into storage.objects (bucket_id, name, version, metadata)
    values ('papers', '${name}', ${version === null ? 'null' : `'${version}'`}, '${JSON.stringify({ size })}')`);
const forget = (name: string) =>
  sql(`set storage.allow_delete_query = 'true'; delete from storage.objects where name = '${name}'`);
async function look(): Promise<StorageUsage> {
  const answer = await owner('POST', URL);
  expect(answer.status).toBe(200);
  expect((await owner('GET', URL)).body).toEqual(answer.body);
  return answer.body.data as StorageUsage;
}
const isKept = async (version: string) => (await files.inspect(project.ref, version)) !== null;
const dependencies = () => project.server.platform.dependencies;
async function insertOperation(kind: OperationKind, finished_at: Date | null): Promise<void> {
  const { db } = dependencies();
  const { id } = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  const state = finished_at === null ? 'running' : 'done';
  const input = JSON.stringify({ source_id: id });
  const operation = {
    id: randomUUID(),
    project_id: id,
    kind,
    started_by: null,
    state,
    finished_at,
    input,
  } as const;
  await db.insertInto('operations').values(operation).execute();
}

it('tells what is kept, what waits, and what is missing', async () => {
  expect((await owner('GET', URL)).body).toEqual({ data: null });
  await sql("insert into storage.buckets (id, name) values ('papers', 'papers'), ('empty', 'empty')");
  const [kept, deleted, part] = [await keep('kept.'), await keep('deleted...'), await keep('part')];
  await insert('kept', kept);
  await insert('deleted', deleted);
  await insert('lost', randomUUID());
  await insert('none', null);
  await insert('odd', '../../escape', 'many');
  await sql(`insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version) values ('u', '', 'papers', 'k', 'u');
    insert into storage.s3_multipart_uploads_parts (upload_id, part_number, bucket_id, key, etag, version)
      values ('u', 1, 'papers', 'k', '', '${part}'), ('u', 2, 'papers', 'k', '', '${randomUUID()}')`);
  await forget('deleted');
  expect(await look()).toMatchObject({
    objects: 4,
    bytes: 15,
    buckets: [
      { id: 'papers', objects: 4, bytes: 15 },
      { id: 'empty', objects: 0, bytes: 0 },
    ],
    waiting: { files: 1, bytes: 10 },
    cleared: { files: 0, bytes: 0 },
    missing: { objects: 3, examples: expect.arrayContaining([{ bucket: 'papers', name: 'lost' }]) },
  });
  expect(await isKept(deleted)).toBe(true);
  // A row names it again.
  await insert('back', deleted, 10);
  expect((await look()).waiting).toEqual({ files: 0, bytes: 0 });
  await forget('back');
  expect((await look()).waiting).toEqual({ files: 1, bytes: 10 });
});

it('clears what no backup can bring back, and neither sooner nor anything else', async () => {
  const { db } = dependencies();
  const row = await db.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
  const kept = await keep('stays');
  const orphan = await keep('of a killed upload');
  await insert('stays', kept);
  const waited = async (days: number) => {
    await look();
    await db
      .updateTable('unreferenced_files')
      .set({ since: new Date(Date.now() - days * 86_400_000) })
      .execute();
  };
  const lookIn = (days: number) =>
    clearFiles(dependencies(), row, new Date(Date.now() + days * 86_400_000)).then(
      ({ cleared, clear_before }) => ({
        files: cleared.files,
        can: clear_before !== null,
      }),
    );
  // A moment since the project was made may be restored.
  await waited(0);
  expect(await lookIn(3)).toEqual({ files: 0, can: true });
  // No backup names it, and it is too young.
  await waited(30);
  expect(await lookIn(0)).toEqual({ files: 0, can: true });
  // Another database took the present one's place: what was gone may have been there again.
  const replaced = new Date();
  await insertOperation('restore_backup', replaced);
  expect(await lookIn(3)).toEqual({ files: 0, can: false });
  await db.deleteFrom('operations').where('kind', '=', 'restore_backup').execute();
  // It is being restored into another project, which will be given its files.
  await insertOperation('restore_to_new', null);
  expect(await lookIn(3)).toEqual({ files: 0, can: false });
  await db.deleteFrom('operations').where('kind', '=', 'restore_to_new').execute();
  expect(await isKept(orphan)).toBe(true);

  expect(await lookIn(3)).toEqual({ files: 2, can: true });
  expect([await isKept(orphan), await isKept(kept)]).toEqual([false, true]);
  const { waiting, missing } = await look();
  expect([waiting.files, missing.objects]).toEqual([0, 3]);
});

it('has one look at a time, and none where the database does not run or hides rows', async () => {
  const answers = await Promise.all([owner('POST', URL), owner('POST', URL), owner('POST', URL)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const orphan = await keep('x');
  await sql('alter role supabase_read_only_user nobypassrls');
  expect((await owner('POST', URL)).status).not.toBe(200);
  await sql('alter role supabase_read_only_user bypassrls');
  const { db } = dependencies();
  await db.updateTable('projects').set({ status: 'INACTIVE' }).execute();
  expect((await owner('POST', URL)).status).toBe(409);
  await db.updateTable('projects').set({ status: 'ACTIVE_HEALTHY' }).execute();
  expect((await look()).waiting.files).toBe(1);
  expect(await isKept(orphan)).toBe(true);
});
