import type { FastifyBaseLogger } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { GatewayService } from '../gateway/gateway-service.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import { errorAnswer } from './errors/answer-error.ts';
import { type LocalFilesOptions, openLocalFiles, sweepIncoming } from './files/local-object-files.ts';
import type { ObjectFiles } from './files/object-files.ts';
import { rememberSmallFiles } from './files/remember-small-files.ts';
import { ImageWorkers } from './images/image-workers.ts';
import { RenderedFiles } from './images/rendered-files.ts';
import { openStorageSql } from './metadata/storage-sql.ts';
import { createStorageRoom } from './quota/storage-room.ts';
import { openPartialFiles } from './resumable/partial-files.ts';
import { createResumableUploads } from './resumable/resumable-uploads.ts';
import { mountResumable } from './resumable/tus-routes.ts';
import { mountBuckets } from './routes/bucket-routes.ts';
import { mountDownloads } from './routes/download-routes.ts';
import { mountLists } from './routes/list-routes.ts';
import { mountObjects } from './routes/object-routes.ts';
import { mountRenderings } from './routes/render-routes.ts';
import type { StorageParts } from './routes/storage-parts.ts';
import { mountUploads } from './routes/upload-routes.ts';
import { mountS3 } from './s3/s3-routes.ts';

export interface StorageServiceOptions extends LocalFilesOptions {
  logger: FastifyBaseLogger;
  projects: HeldProjects;
  /** What is kept on this machine, the bytes of all projects among them: a folder that only this process can reach. */
  folder: string;
  /** Where bytes of objects are kept instead. */
  files?: ObjectFiles;
}

/** Uploads that nobody has finished in a day are looked for this often. */
const SWEEP_MS = 3_600_000;

/** Buckets and objects of every project, to be mounted at `/<ref>/storage/v1`. */
export function createStorageService(options: StorageServiceOptions): GatewayService {
  const { logger, projects, folder } = options;
  const partial = openPartialFiles(folder, options);
  const parts: StorageParts = {
    room: createStorageRoom(partial.promised),
    files: rememberSmallFiles(options.files ?? openLocalFiles(folder, options)),
    open: (request, operation) => openStorageSql(request, projects, { operation }),
    openLink: (request, operation) => openStorageSql(request, projects, { operation, open: true }),
  };
  const images = { workers: new ImageWorkers(), rendered: new RenderedFiles(folder) };
  const uploads = createResumableUploads(parts, partial);
  const sweep = setInterval(() => {
    Promise.all([uploads.sweep(), sweepIncoming(folder, Date.now())]).catch((error: unknown) =>
      logger.warn({ err: error }, 'expired uploads could not be cleared away'),
    );
  }, SWEEP_MS).unref();
  return {
    name: 'storage',
    body: 'stream',
    plugin: async (app) => {
      app.setErrorHandler(errorAnswer(logger, { trueStatus: false }));
      app.get('/version', async (_request, reply) => reply.type('text/plain').send(manifest.version));
      mountBuckets(app, parts);
      mountLists(app, parts);
      mountObjects(app, parts);
      mountUploads(app, parts);
      mountDownloads(app, parts);
      mountRenderings(app, { ...parts, ...images });
      mountS3(app, { logger, projects, files: parts.files, room: parts.room });
      await app.register(async (scope) => {
        scope.setErrorHandler(errorAnswer(logger, { trueStatus: true }));
        mountResumable(scope, parts, uploads);
      });
    },
    // Links work without a key. Every other route looks for a key or a token itself.
    isOpen: () => true,
    close: async () => {
      clearInterval(sweep);
      images.workers.close();
    },
  };
}
