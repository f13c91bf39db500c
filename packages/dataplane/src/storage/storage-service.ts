import type { FastifyBaseLogger } from 'fastify';
import type { GatewayService } from '../gateway/gateway-service.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import { describeError, StorageError } from './errors/storage-error.ts';
import { toStorageError } from './errors/to-storage-error.ts';
import { type LocalFilesOptions, openLocalFiles } from './files/local-object-files.ts';
import { ImageWorkers } from './images/image-workers.ts';
import { RenderedFiles } from './images/rendered-files.ts';
import { openStorageSql } from './metadata/storage-sql.ts';
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
  /** Where the bytes of all projects are kept: a folder that only this process can reach. */
  folder: string;
}

/** Buckets and objects of every project, to be mounted at `/<ref>/storage/v1`. */
export function createStorageService(options: StorageServiceOptions): GatewayService {
  const { logger, projects, folder } = options;
  const parts: StorageParts = {
    files: openLocalFiles(folder, options),
    open: (request, operation) => openStorageSql(request, projects, { operation }),
    openLink: (request, operation) => openStorageSql(request, projects, { operation, open: true }),
  };
  const images = { workers: new ImageWorkers(), rendered: new RenderedFiles(folder) };
  return {
    name: 'storage',
    body: 'stream',
    plugin: async (app) => {
      app.setErrorHandler((error, request, reply) => {
        const known = toStorageError(error);
        if (known === null || known.code === 'InternalError')
          logger.error({ err: error, reqId: request.id }, 'a storage request failed');
        const sentence = 'Something went wrong on our side. The log of the server says what.';
        const { httpStatus, body } = describeError(known ?? new StorageError('InternalError', sentence));
        if (known?.code === 'SlowDown') reply.header('retry-after', '1');
        return reply.code(httpStatus).send(body);
      });
      mountBuckets(app, parts);
      mountLists(app, parts);
      mountObjects(app, parts);
      mountUploads(app, parts);
      mountDownloads(app, parts);
      mountRenderings(app, { ...parts, ...images });
      mountS3(app, { logger, projects, files: parts.files });
    },
    // Links work without a key. Every other route looks for a key or a token itself.
    isOpen: () => true,
    close: async () => images.workers.close(),
  };
}
