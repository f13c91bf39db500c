import { quoteIdent } from '@basalt/sql';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import { DropDialog } from '../changes/drop-dialog.tsx';
import { Part } from '../shared/definition.tsx';
import classes from '../shared/details-panel.module.css';
import { DetailsPanel } from '../shared/details-panel.tsx';
import { ObjectActions, useChangeReason } from '../shared/object-actions.tsx';
import type { ExtensionObject } from '../shared/objects.ts';
import { useSchemas } from '../shared/schema-choice.tsx';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { hasUpgrade } from './known-extensions.ts';

/** One extension: installing it, updating it, and what stands and falls with it. */
export function ExtensionPanel({ projectRef }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const input = { ref: projectRef, id: open ?? '-' };
  const asked = useQuery({
    ...orpc.schemaApi.getExtension.queryOptions({ input }),
    enabled: open !== undefined,
    retry: false,
  });
  const use = useQuery({
    ...orpc.objectDetails.extensionUse.queryOptions({ input }),
    enabled: open !== undefined,
    retry: false,
  });
  const reason = useChangeReason(projectRef)();
  const dependents = use.data?.dependents ?? [];
  return (
    <>
      <DetailsPanel<ExtensionObject>
        noun="extension"
        asked={open === undefined ? null : asked}
        titleOf={({ name }) => name}
        onClose={panel.close}
      >
        {(found) =>
          panel.isEditing && reason === null ? (
            <ExtensionForm
              key={found.name}
              projectRef={projectRef}
              extension={found}
              requires={use.data?.requires ?? []}
              onDone={panel.endForm}
              onCancel={panel.leaveForm}
            />
          ) : (
            <>
              {found.installed_version === null ? (
                <div className={classes.tools}>
                  <GuardedButton variant="filled" reason={reason} onClick={panel.edit}>
                    Install extension
                  </GuardedButton>
                </div>
              ) : (
                <ObjectActions
                  reason={reason}
                  noun="extension"
                  onDrop={() =>
                    panel.drop({
                      noun: 'extension',
                      name: found.name,
                      text:
                        dependents.length === 0
                          ? 'Nothing in this database depends on it.'
                          : `${dependents.length} things depend on it, such as ${dependents[0]}. It can only go together with them.`,
                      definition: extensionSql(found),
                      send: (query) =>
                        api.schemaChanges.deleteExtension({
                          params: { ref: projectRef, id: found.name },
                          query,
                        }),
                    })
                  }
                >
                  {hasUpgrade(found) && (
                    <GuardedButton reason={reason} onClick={panel.edit}>
                      {`Update to ${found.default_version}`}
                    </GuardedButton>
                  )}
                </ObjectActions>
              )}
              <FactList
                facts={[
                  ...(found.comment === null ? [] : [{ label: 'What it does', value: found.comment }]),
                  { label: 'Installed', value: found.installed_version ?? 'No' },
                  ...(found.schema === null ? [] : [{ label: 'Schema', value: found.schema }]),
                  {
                    label: 'Version here',
                    value: found.default_version ?? 'Its files are gone from the server',
                  },
                  ...(use.data === undefined
                    ? []
                    : [
                        { label: 'All versions', value: use.data.versions.join(', ') || '–' },
                        { label: 'Needs', value: use.data.requires.join(', ') || 'Nothing else' },
                      ]),
                ]}
              />
              {found.installed_version !== null && use.data !== undefined && (
                <Part title="What depends on it">
                  {dependents.length === 0 && <p className={classes.quiet}>Nothing in this database.</p>}
                  <ul className={classes.list}>
                    {dependents.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </Part>
              )}
            </>
          )
        }
      </DetailsPanel>
      <DropDialog dropping={panel.dropping} onClose={panel.keep} onDone={panel.endDrop} />
    </>
  );
}

function extensionSql({ name, schema, installed_version: version }: ExtensionObject): string {
  const where = schema === null ? '' : ` with schema ${quoteIdent(schema)}`;
  const which = version === null ? '' : `${where === '' ? ' with' : ''} version ${quoteIdent(version)}`;
  return `create extension ${quoteIdent(name)}${where}${which};`;
}

interface ExtensionFormProps {
  projectRef: string;
  extension: ExtensionObject;
  requires: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

/** Where usual projects have their extensions. */
const USUAL_PLACE = 'extensions';

/** Installs an extension, or brings it to the version that the server has. */
function ExtensionForm({ projectRef: ref, extension, requires, onDone, onCancel }: ExtensionFormProps) {
  const { name, installed_version: installed } = extension;
  const [schema, setSchema] = useState(USUAL_PLACE);
  const [cascade, setCascade] = useState(requires.length > 0);
  const schemas = useSchemas(ref);
  const isNew = installed === null;
  return (
    <ChangeForm
      label={isNew ? 'Install extension' : 'Update extension'}
      done={isNew ? `Installed ${name}` : `Updated ${name}`}
      isDirty={schema !== USUAL_PLACE}
      check={() => true}
      send={(query) =>
        isNew
          ? api.schemaChanges.createExtension({ params: { ref }, query, body: { name, schema, cascade } })
          : api.schemaChanges.updateExtension({ params: { ref, id: name }, query, body: { update: true } })
      }
      onDone={onDone}
      onCancel={onCancel}
    >
      {(errorOf) =>
        isNew ? (
          <>
            <NativeSelect
              label="Schema"
              description="Where its types and functions go. The schema extensions is in the search path and not served by the Data API."
              value={schema}
              data={[...new Set([USUAL_PLACE, ...schemas])]}
              error={errorOf('schema')}
              onChange={(event) => setSchema(event.currentTarget.value)}
            />
            {requires.length > 0 && (
              <SwitchField
                label={`Install ${requires.join(', ')} too`}
                description="It needs them."
                checked={cascade}
                onChange={setCascade}
              />
            )}
          </>
        ) : (
          <p>
            {name} {installed} becomes {extension.default_version}.
          </p>
        )
      }
    </ChangeForm>
  );
}
