import { ClusterError } from '../driver.ts';

/** What the API server says when it does not do what it is asked. */
export interface Refusal {
  /** The HTTP status. */
  code: number;
  /** Like `Conflict` or `AlreadyExists`; empty when it gives none. */
  reason: string;
  message: string;
  /** When it wants to be asked again; null when it does not say. */
  retryAfterMs: number | null;
}

/** What was asked of the API server, in the words of its permissions. */
export interface Asked {
  verb: 'get' | 'list' | 'watch' | 'create' | 'patch' | 'delete';
  /** Like `clusters.postgresql.cnpg.io`; `secrets` for those of Kubernetes itself. */
  resource: string;
  namespace: string;
}

/** A request that the API server refused. Those who ask know some of these and go on; the others become a {@link ClusterError}. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;
  readonly asked: Asked;

  constructor(refusal: Refusal, asked: Asked) {
    super(refusal.message);
    this.refusal = refusal;
    this.asked = asked;
  }
}

/** The API server gave no answer, or a broken one: whether it has done what it was asked is not known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** What another request may settle: the object has changed meanwhile, the server is busy or starting, or its answer was lost. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  if (!(error instanceof RefusedError)) return false;
  const { code } = error.refusal;
  return code === 409 || code === 429 || code >= 500;
}

/**
 * What a refusal means for whoever runs the installation: one sentence on what is wrong, and one on what to do.
 * @param error anything that a request was answered with
 */
export function toClusterError(error: unknown): unknown {
  if (error instanceof NoAnswerError)
    return new ClusterError(
      'start_failed',
      'The Kubernetes API server does not answer. Check its address in the kubeconfig, and the network between.',
      { cause: error },
    );
  if (!(error instanceof RefusedError)) return error;
  const { code, sentence } = word(error);
  return new ClusterError(code, sentence, { cause: error });
}

function word({ refusal, asked }: RefusedError): {
  code: 'bad_request' | 'unsupported' | 'start_failed';
  sentence: string;
} {
  const { verb, resource, namespace } = asked;
  const said = firstLine(refusal.message);
  if (refusal.code === 401)
    return {
      code: 'unsupported',
      sentence: `Kubernetes does not know who asks, so nobody may ${verb} ${resource}. Renew the credentials in the kubeconfig, or the token of the service account.`,
    };
  if (refusal.code === 403 && !isWebhook(refusal) && !isQuota(refusal))
    return {
      code: 'unsupported',
      sentence: `Basalt may not ${verb} ${resource} in the namespace ${namespace}. Add the verb "${verb}" for "${resource}" to its Role.`,
    };
  if (refusal.code === 404 && isMissingKind(refusal))
    return {
      code: 'unsupported',
      sentence: `Kubernetes does not know ${resource}. Install CloudNativePG in this cluster, in a version that has this kind.`,
    };
  if (refusal.code === 404 && /namespaces? "/.test(refusal.message))
    return {
      code: 'unsupported',
      sentence: `There is no namespace ${namespace} in Kubernetes. Create it, or name another one.`,
    };
  if (isWebhook(refusal) && refusal.code >= 500)
    return {
      code: 'start_failed',
      sentence: `Kubernetes could not ask CloudNativePG whether this is allowed: ${said} See that its operator runs.`,
    };
  if (isWebhook(refusal))
    return { code: 'bad_request', sentence: `A rule of this Kubernetes cluster refuses it: ${said}` };
  if (isQuota(refusal))
    return {
      code: 'bad_request',
      sentence: `The quota of the namespace ${namespace} does not allow it: ${said}`,
    };
  if (refusal.code === 400 || refusal.code === 422)
    return { code: 'bad_request', sentence: `Kubernetes takes no such object: ${said}` };
  return {
    code: 'start_failed',
    sentence: `Kubernetes could not ${verb} ${resource}: ${said}`,
  };
}

function isWebhook({ message }: Refusal): boolean {
  return /admission webhook|calling webhook|ValidatingAdmissionPolicy/.test(message);
}

function isQuota({ message }: Refusal): boolean {
  return /exceeded quota/.test(message);
}

/** Of an object that is not there the server says which one; of a kind that it does not know it says only this. */
function isMissingKind({ message }: Refusal): boolean {
  return /could not find the requested resource|^404 page not found/.test(message);
}

/** With a full stop at its end. */
function firstLine(message: string): string {
  const line = (message.split('\n')[0] ?? '').trim().slice(0, 400);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
