import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { askProject, readAnswer, sentenceOf } from '../projects/ask-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** The OpenAPI document that the project's Data API makes of its database. @throws PlatformError `unavailable` */
export async function readApiDocument(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<Record<string, unknown>> {
  await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const response = await askProject(dependencies, ref, '/rest/v1/', {
    headers: { accept: 'application/openapi+json' },
  });
  const body = await readAnswer(response);
  if (response.ok) return body;
  throw new PlatformError('unavailable', sentenceOf(body, "The project's Data API does not answer."));
}
