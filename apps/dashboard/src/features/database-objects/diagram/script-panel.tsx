import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Definition } from '../shared/definition.tsx';
import { inSchemas } from '../shared/objects.ts';
import { schemaScript } from './schema-script.ts';

interface ScriptPanelProps {
  projectRef: string;
  opened: boolean;
  /** Undefined: all. */
  schemas: string | undefined;
  onClose: () => void;
}

const OBJECTS_PER_PAGE = 500;

/** The statements that make what the diagram shows. */
export function ScriptPanel({ projectRef, opened, schemas, onClose }: ScriptPanelProps) {
  const { data, error } = useQuery({
    queryKey: [...orpc.objectDetails.scripts.key(), 'whole', projectRef, schemas],
    queryFn: async ({ signal }) =>
      schemaScript(
        await allScripts(projectRef, schemas, 'types', signal),
        await allScripts(projectRef, schemas, 'tables', signal),
      ),
    enabled: opened,
    retry: false,
  });
  const name = schemas === undefined ? 'All schemas' : `Schema ${schemas}`;
  return (
    <SidePanel opened={opened} title={`${name} as SQL`} onClose={onClose}>
      <Definition projectRef={projectRef} name={name} sql={data} error={error} />
    </SidePanel>
  );
}

async function allScripts(
  projectRef: string,
  schemas: string | undefined,
  kind: 'types' | 'tables',
  signal: AbortSignal,
) {
  const found = [];
  for (let offset = 0; ; offset += OBJECTS_PER_PAGE) {
    const page = { ...inSchemas(projectRef, schemas), kind, limit: OBJECTS_PER_PAGE, offset };
    const scripts = await api.objectDetails.scripts(page, { signal });
    found.push(...scripts);
    if (scripts.length < OBJECTS_PER_PAGE) return found;
  }
}
