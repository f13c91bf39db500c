import type { EdgeFunction, FunctionMetadata } from '@basalt/contract';
import { callWithForm } from '../../../api/client.ts';
import { deployFunction } from '../../../api/deploy-function.ts';
import { openSources, type Sources } from './source-files.ts';

interface Deployment {
  ref: string;
  slug: string;
  sources: Sources;
  /** Left out, they stay as they are. */
  name?: string;
  verifyJwt?: boolean;
  /** The path of an import map that is named; null: the one beside the entrypoint, if there is one. */
  importMap: string | null;
}

/** Deploys files as a function. @throws ORPCError with what is wrong with them, and where */
export async function deploy(deployment: Deployment): Promise<EdgeFunction> {
  const { ref, slug, sources, name, verifyJwt, importMap } = deployment;
  const { files, entrypoint } = sources;
  const metadata: FunctionMetadata = {
    entrypoint_path: entrypoint,
    ...(importMap !== null && files.some(({ path }) => path === importMap)
      ? { import_map_path: importMap }
      : {}),
    ...(name === undefined ? {} : { name }),
    ...(verifyJwt === undefined ? {} : { verify_jwt: verifyJwt }),
  };
  return await deployFunction(ref, slug, metadata, files);
}

/** The files of a function as they were deployed. @throws ORPCError */
export async function readDeployed(ref: string, { slug, entrypoint_path }: EdgeFunction): Promise<Sources> {
  const answer = await callWithForm(`/v1/projects/${ref}/functions/${slug}/body`);
  const form = await answer.formData();
  const files = await Promise.all(
    form
      .getAll('file')
      .filter((entry) => entry instanceof File)
      .map(async (file) => ({ path: file.name, content: contentOf(await file.arrayBuffer()) })),
  );
  return openSources(files, entrypoint_path);
}

/** Text where it is text, so that writing it back gives the same bytes. */
export function contentOf(buffer: ArrayBuffer): string | Uint8Array<ArrayBuffer> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer);
  } catch {
    return new Uint8Array(buffer);
  }
}
