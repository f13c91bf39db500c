import type { EdgeFunction, FunctionMetadata } from '@basalt/contract';
import { callWithForm } from './client.ts';

/** Deploys files as a function. @throws ORPCError with what is wrong with them, and where */
export async function deployFunction(
  ref: string,
  slug: string,
  metadata: FunctionMetadata,
  files: readonly { path: string; content: string | Uint8Array<ArrayBuffer> }[],
): Promise<EdgeFunction> {
  const form = new FormData();
  form.append('metadata', JSON.stringify(metadata));
  for (const { path, content } of files) form.append('file', new Blob([content]), path);
  const address = `/v1/projects/${ref}/functions/deploy?slug=${encodeURIComponent(slug)}`;
  return (await (await callWithForm(address, { method: 'POST', body: form })).json()) as EdgeFunction;
}
