import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { orpc } from '../../api/client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';

/** Gives the types of the exposed schemas as a file. */
export function GenerateTypes({ projectRef, schemas }: { projectRef: string; schemas: readonly string[] }) {
  const { run, isRunning } = useAction({
    mutation: orpc.databaseTypes.v1TypeScript.mutationOptions(),
    done: 'Successfully generated types! File is being downloaded',
    failed: (message) => `Failed to generate types: ${message}`,
    onDone: ({ types }) => saveFile('database.ts', 'text/typescript', types),
  });
  return (
    <div>
      <Button
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={isRunning}
        onClick={() => void run({ ref: projectRef, included_schemas: schemas.join(',') })}
      >
        Generate and download types
      </Button>
    </div>
  );
}
