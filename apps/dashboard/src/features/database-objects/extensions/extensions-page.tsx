import { api, orpc } from '../../../api/client.ts';
import { useProject } from '../../../api/use-project.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import filters from '../shared/object-page.module.css';
import { ObjectPage } from '../shared/object-page.tsx';
import { useObjectSearch } from '../shared/object-search.ts';
import type { ExtensionObject } from '../shared/objects.ts';
import { usePaged } from '../shared/use-paged.ts';
import { ExtensionPanel } from './extension-panel.tsx';
import { hasUpgrade, missingExtensions, serverLabel } from './known-extensions.ts';

/** Extensions: those that are installed, those that can be, and why some are not there. */
export function ExtensionsPage({ projectRef }: { projectRef: string }) {
  const [{ kind, q = '' }, change] = useObjectSearch();
  const { data: project } = useProject(projectRef);
  const list = usePaged<ExtensionObject>({
    queryKey: orpc.schemaApi.listExtensions.queryKey({ input: { ref: projectRef } }),
    load: (page, signal) => api.schemaApi.listExtensions({ ref: projectRef, ...page }, { signal }),
    isWhole: true,
  });
  const shown = list.items?.filter(
    ({ installed_version: version }) => kind !== 'installed' || version !== null,
  );
  const missing =
    list.items === undefined || kind === 'installed'
      ? []
      : missingExtensions(
          list.items.map(({ name }) => name),
          q,
          project,
        );
  return (
    <ObjectPage<ExtensionObject>
      projectRef={projectRef}
      title="Extensions"
      description={`What PostgreSQL can be taught: further types, functions and kinds of indexes.${project === undefined ? '' : ` This project runs on the ${serverLabel(project)}.`}`}
      noun={['extension', 'extensions']}
      list={{ ...list, items: shown }}
      filters={
        <div className={filters.choice}>
          <ChoiceField
            label="State"
            value={kind === 'installed' ? 'installed' : 'all'}
            options={[
              { value: 'all', label: 'All extensions' },
              { value: 'installed', label: 'Installed' },
            ]}
            onChange={(next) => change({ kind: next === 'installed' ? next : undefined })}
          />
        </div>
      }
      idOf={({ name }) => name}
      textOf={({ name, comment }) => `${name} ${comment ?? ''}`}
      columns={[
        nameColumn('minmax(0, 1fr)', ({ name }) => ({ id: name, name })),
        {
          key: 'text',
          header: 'What it does',
          width: 'minmax(0, 2.5fr)',
          isMinor: true,
          render: ({ comment }) => <span title={comment ?? undefined}>{comment ?? '–'}</span>,
        },
        {
          key: 'version',
          header: 'Version',
          width: '72px',
          isMinor: true,
          render: ({ installed_version: installed, default_version: standard }) =>
            installed ?? standard ?? '–',
        },
        {
          key: 'state',
          header: 'State',
          width: '140px',
          render: (extension) => <State extension={extension} />,
        },
      ]}
      empty={{ title: 'No extension is installed', text: 'Show all of them to see what can be.' }}
    >
      {missing.length > 0 && (
        <Section title="Not available here">
          <ActionRows label="Extensions that are not available">
            {missing.map(({ name, title, text }) => (
              <ActionRow key={name} title={title} text={text} />
            ))}
          </ActionRows>
        </Section>
      )}
      <ExtensionPanel projectRef={projectRef} />
    </ObjectPage>
  );
}

function State({ extension }: { extension: ExtensionObject }) {
  if (extension.installed_version === null) return <Tag>Not installed</Tag>;
  return hasUpgrade(extension) ? (
    <Tag tone="warn">{`Update to ${extension.default_version}`}</Tag>
  ) : (
    <Tag tone="ok">Installed</Tag>
  );
}
