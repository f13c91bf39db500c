import type { StorageConfig } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { readQuota, readSize } from '../../lib/format/size-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { WithDefault } from '../../ui/fields/reset-to-default.tsx';
import { SizeField } from '../../ui/fields/size-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { changedNames, DEFAULT_SIZE, type Draft, draftOf, FIELDS } from './files-draft.ts';

interface FilesSectionProps {
  projectRef: string;
  config: StorageConfig;
  mayChange: boolean;
}

/** The largest file, and which parts of storage are switched on. */
export function FilesSection({ projectRef: ref, config, mayChange }: FilesSectionProps) {
  const queries = useQueryClient();
  const before = draftOf(config);
  const [edited, setEdited] = useState<Draft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const draft = edited ?? before;
  const size = readSize(draft.amount, draft.unit);
  const quota = readQuota(draft.quota.amount, draft.quota.unit);
  const changed = changedNames(before, draft).map((name) => FIELDS[name].label);
  const save = useAction({
    mutation: orpc.storageSettings.v1Update.mutationOptions(),
    done: 'Saved the storage settings',
    onDone: (saved) => {
      queries.setQueryData(orpc.storageSettings.v1Get.queryKey({ input: { ref } }), saved);
      edit(null);
    },
  });
  const errors = fieldErrors(save.error, ['fileSizeLimit', 'quota']);

  function edit(part: Partial<typeof draft> | null) {
    setEdited(part === null ? null : { ...draft, ...part });
    setChecked(false);
    save.reset();
  }

  function submit() {
    setChecked(true);
    if (changed.length === 0 || 'problem' in size || (draft.hasQuota && 'problem' in quota)) return;
    void save.run({
      ref,
      fileSizeLimit: size.bytes,
      quota: draft.hasQuota && 'bytes' in quota ? quota.bytes : null,
      features: { imageTransformation: { enabled: draft.images }, s3Protocol: { enabled: draft.s3 } },
    });
  }

  return (
    <Section
      title="Files"
      description="What holds for all buckets of this project, from the next request on."
    >
      <SaveForm
        label="Storage settings"
        changed={changed}
        isRunning={save.isRunning}
        refusal={errors.general}
        isLocked={!mayChange}
        onSubmit={submit}
        onDiscard={() => edit(null)}
      >
        {!mayChange && (
          <Notice tone="info">
            <p>You need additional permissions to change these settings.</p>
          </Notice>
        )}
        <WithDefault
          label={FIELDS.size.label}
          value={`${draft.amount} ${draft.unit}`}
          usual={`${DEFAULT_SIZE.amount} ${DEFAULT_SIZE.unit}`}
          isReadOnly={!mayChange}
          onReset={() => edit(DEFAULT_SIZE)}
        >
          <SizeField
            {...FIELDS.size}
            unitLabel="Unit"
            value={draft}
            error={(isChecked && 'problem' in size ? size.problem : null) ?? errors.fileSizeLimit}
            isReadOnly={!mayChange}
            onChange={edit}
          />
        </WithDefault>
        <SwitchField
          {...FIELDS.hasQuota}
          checked={draft.hasQuota}
          disabled={!mayChange}
          onChange={(hasQuota) => edit({ hasQuota })}
        />
        {draft.hasQuota && (
          <SizeField
            label="Quota"
            unitLabel="Unit of the quota"
            value={draft.quota}
            error={(isChecked && 'problem' in quota ? quota.problem : null) ?? errors.quota}
            isReadOnly={!mayChange}
            onChange={(part) => edit({ quota: { ...draft.quota, ...part } })}
          />
        )}
        <SwitchField
          {...FIELDS.images}
          checked={draft.images}
          disabled={!mayChange}
          onChange={(images) => edit({ images })}
        />
        <SwitchField
          {...FIELDS.s3}
          checked={draft.s3}
          disabled={!mayChange}
          onChange={(s3) => edit({ s3 })}
        />
      </SaveForm>
    </Section>
  );
}
