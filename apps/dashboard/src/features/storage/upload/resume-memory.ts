import type { PreviousUpload, UrlStorage } from 'tus-js-client';

/** Forgotten when somebody signs out, as everything with this beginning. */
const PREFIX = 'basalt:upload:';
/** The server keeps the parts of an upload for as long, in milliseconds. */
const LIFETIME = 24 * 3_600_000;

/**
 * Where the upload library remembers what it has begun: the same file, chosen again after the page was closed, goes on where it
 * stopped.
 */
export const resumeMemory: UrlStorage = {
  findAllUploads: async () => read(() => true),
  findUploadsByFingerprint: async (fingerprint) => read((key) => key.startsWith(`${PREFIX}${fingerprint}:`)),
  removeUpload: async (key) => localStorage.removeItem(key),
  addUpload: async (fingerprint, upload) => {
    for (const { urlStorageKey } of read(() => true, true)) localStorage.removeItem(urlStorageKey);
    const key = `${PREFIX}${fingerprint}:${upload.creationTime}`;
    try {
      localStorage.setItem(key, JSON.stringify(upload));
    } catch {
      // Storage is full or forbidden: the upload runs all the same, and begins anew when it is broken off.
    }
    return key;
  },
};

function read(isWanted: (key: string) => boolean, isOver = false): PreviousUpload[] {
  return Object.keys(localStorage).flatMap((key) => {
    if (!key.startsWith(PREFIX) || !isWanted(key)) return [];
    try {
      const upload = JSON.parse(localStorage.getItem(key) ?? '') as PreviousUpload;
      const age = Date.now() - Date.parse(upload.creationTime);
      return age > LIFETIME === isOver ? [{ ...upload, urlStorageKey: key }] : [];
    } catch {
      return [];
    }
  });
}
