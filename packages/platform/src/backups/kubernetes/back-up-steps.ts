import type { OperationDefinition, Step } from '../../operations/definition.ts';
import { keeperOf } from '../../projects/keeper-of.ts';

const backUp: Step = {
  name: 'copy',
  title: 'Copy the database into the object store',
  run: (context) => keeperOf(context).backUp(context.project.ref, context.operation.id),
};

/** What is in Kubernetes is remembered there, and the object store says how long it is kept. */
export const backUpKept: OperationDefinition = {
  kind: 'back_up',
  steps: [backUp],
  undo: async () => undefined,
};
