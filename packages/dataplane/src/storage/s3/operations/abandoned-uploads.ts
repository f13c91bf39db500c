import { abandonedUploads, deleteUpload } from '../metadata/multipart-uploads.ts';
import type { S3Call } from '../s3-call.ts';

/** After so many days without a new part nobody goes on with an upload. */
const ABANDONED_DAYS = 7;
const AT_ONCE = 20;

/** Clears some uploads away that nobody went on with. Called with each new one, so that they never grow in number. */
export async function clearAbandoned({ ref, sql, files }: S3Call): Promise<void> {
  for (const id of await abandonedUploads(sql.asService, ABANDONED_DAYS, AT_ONCE))
    for (const version of (await deleteUpload(sql.asService, id)) ?? []) await files.discard(ref, version);
}
