import { keeperOfSchema } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { ALL_SCHEMAS, USUAL_SCHEMA, useObjectSearch } from './object-search.ts';

/** The schemas of a project's database, those of its developers first. */
export function useSchemas(projectRef: string): readonly string[] {
  const { data = [] } = useQuery({
    ...orpc.schemaApi.listSchemas.queryOptions({ input: { ref: projectRef } }),
    staleTime: 30_000,
  });
  const names = data.map(({ name }) => name);
  const rank = (name: string) => (name === USUAL_SCHEMA ? 0 : keeperOfSchema(name) === null ? 1 : 2);
  return names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Which schema a list is about. */
export function SchemaChoice({ projectRef }: { projectRef: string }) {
  const [{ schema = USUAL_SCHEMA }, change] = useObjectSearch();
  const known = useSchemas(projectRef);
  const names = [...new Set([...known, ...(schema === ALL_SCHEMAS ? [] : [schema])])];
  return (
    <ChoiceField
      label="Schema"
      value={schema}
      options={[
        ...names.map((name) => ({
          value: name,
          label: keeperOfSchema(name) === null ? name : `${name} (read-only)`,
        })),
        { value: ALL_SCHEMAS, label: 'All schemas' },
      ]}
      onChange={(next) => change({ schema: next === USUAL_SCHEMA ? undefined : next })}
    />
  );
}
