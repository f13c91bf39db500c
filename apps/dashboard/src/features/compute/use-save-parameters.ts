import { type PostgresConfig, type Project, TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { showStatus } from '../../operations/refresh-project.ts';
import { configOf, type ParameterDraft } from './parameter-draft.ts';
import { useComputeAction } from './use-compute.ts';

/** Saves parameters. What the server refuses belongs beside the field, so there is no toast for it. */
export function useSaveParameters({ ref }: Project, config: PostgresConfig) {
  const queries = useQueryClient();
  const { run, isRunning, error, reset } = useComputeAction(ref, {
    mutation: orpc.compute.v1SetPostgresConfig.mutationOptions(),
    done: (_, { restart_database }) =>
      restart_database ? 'Restarting project' : 'Successfully saved the configuration',
    onDone: async (saved, { restart_database }) => {
      queries.setQueryData(orpc.compute.v1PostgresConfig.queryKey({ input: { ref } }), saved);
      if (restart_database) await showStatus(queries, ref, TRANSITIONS.restart.during);
    },
  });
  /** True once they are saved. */
  const save = async (draft: ParameterDraft, restart: boolean) =>
    (await run({ ...configOf(config, draft), ref, restart_database: restart })) !== undefined;
  return { save, isRunning, error, reset };
}
