import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { projectQuery } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';

/** Renames a project. The refusal belongs beside the field, so there is no toast for it. */
export function useRenameProject(ref: string) {
  const queryClient = useQueryClient();
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.projects.v1Update.mutationOptions(),
    done: 'Successfully renamed the project',
    onDone: async ({ name }) => {
      queryClient.setQueryData(projectQuery(ref).queryKey, (project) => project && { ...project, name });
      await queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() });
    },
  });
  /** True once the new name is stored. */
  const rename = async (name: string) => (await run({ ref, name })) !== undefined;
  return { rename, isRunning, error, reset };
}
