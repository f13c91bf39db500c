import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import type { TypeObject } from '../shared/objects.ts';
import {
  type AttributeDraft,
  attributeChanges,
  attributeDrafts,
  attributesProblem,
} from './attribute-changes.ts';
import classes from './type-forms.module.css';

interface CompositeFormProps {
  projectRef: string;
  schema: string;
  /** Null: a new one. */
  existing: TypeObject | null;
  onDone: () => void;
  onCancel: () => void;
}

const NEW: AttributeDraft = { stored: null, name: '', type: 'text', isDropped: false };

/** A new composite type, or changes to one. */
export function CompositeForm(props: CompositeFormProps) {
  const { projectRef: ref, schema: startSchema, existing, onDone, onCancel } = props;
  const [first] = useState(() => ({
    name: existing?.name ?? '',
    schema: existing?.schema ?? startSchema,
    comment: existing?.comment ?? '',
    attributes: existing === null ? [NEW] : attributeDrafts(existing.attributes),
  }));
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<{ name?: string; schema?: string; attributes?: string }>({});
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem({});
  };
  const { name, schema, comment, attributes } = draft;
  const setAttribute = (place: number, change: Partial<AttributeDraft>) =>
    set({ attributes: attributes.map((one, i) => (i === place ? { ...one, ...change } : one)) });
  const isDropping = attributes.some(({ isDropped }) => isDropped);

  function check() {
    const ofAttributes = attributesProblem(attributes);
    const found = {
      ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(schema.trim() === '' ? { schema: 'Enter a schema.' } : {}),
      ...(ofAttributes === null ? {} : { attributes: ofAttributes }),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  function send(query: { preview: boolean }) {
    if (existing === null) {
      const body = {
        name,
        schema,
        attributes: attributes.map((one) => ({ name: one.name, type: one.type.trim() })),
        ...(comment === '' ? {} : { comment }),
      };
      return api.schemaChanges.createType({ params: { ref }, query, body });
    }
    const body = {
      ...attributeChanges(existing.attributes, attributes),
      ...(name === first.name ? {} : { name }),
      ...(schema === first.schema ? {} : { schema }),
      ...(comment === first.comment ? {} : { comment: comment === '' ? null : comment }),
    };
    return api.schemaChanges.updateType({ params: { ref, id: String(existing.id) }, query, body });
  }

  return (
    <ChangeForm
      label={existing === null ? 'Create type' : 'Save type'}
      done={existing === null ? `Created type ${name}` : `Saved type ${name}`}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      check={check}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
      note={
        isDropping && (
          <Notice tone="danger" title="Values are lost">
            Where columns of tables have this type, what they hold in the dropped attributes is gone for good.
          </Notice>
        )
      }
    >
      {(errorOf) => {
        const error =
          problem.attributes ??
          ['attributes', 'drop_attributes', 'retype_attributes', 'rename_attributes', 'add_attributes']
            .map(errorOf)
            .find((text) => text !== undefined);
        return (
          <>
            <TextInput
              label="Name"
              value={name}
              error={problem.name ?? errorOf('name')}
              onChange={(event) => set({ name: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
            <TextInput
              label="Schema"
              value={schema}
              error={problem.schema ?? errorOf('schema')}
              onChange={(event) => set({ schema: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
            {attributes.map((one, place) =>
              one.isDropped ? (
                <div key={keyOf(one, place)} className={classes.attribute}>
                  <span className={classes.dropped}>{one.stored}</span>
                  <span>Will be dropped</span>
                  <Button
                    aria-label={`Keep attribute ${one.stored}`}
                    onClick={() => setAttribute(place, { isDropped: false })}
                  >
                    Keep
                  </Button>
                </div>
              ) : (
                <div key={keyOf(one, place)} className={classes.attribute}>
                  <TextInput
                    label={`Attribute ${place + 1}`}
                    value={one.name}
                    onChange={(event) => setAttribute(place, { name: event.currentTarget.value })}
                    autoComplete="off"
                    spellCheck={false}
                  />
                  <TextInput
                    label={`Type ${place + 1}`}
                    value={one.type}
                    onChange={(event) => setAttribute(place, { type: event.currentTarget.value })}
                    autoComplete="off"
                    spellCheck={false}
                  />
                  <Button
                    aria-label={`${one.stored === null ? 'Remove' : 'Drop'} attribute ${one.name || place + 1}`}
                    onClick={() =>
                      one.stored === null
                        ? set({ attributes: attributes.filter((_, i) => i !== place) })
                        : setAttribute(place, { isDropped: true })
                    }
                  >
                    {one.stored === null ? 'Remove' : 'Drop'}
                  </Button>
                </div>
              ),
            )}
            <div>
              <Button onClick={() => set({ attributes: [...attributes, NEW] })}>Add an attribute</Button>
            </div>
            {error !== undefined && (
              <p className={classes.error} role="alert">
                {error}
              </p>
            )}
            {existing !== null && (
              <Notice tone="info">
                While a column of a table has this type, PostgreSQL lets nobody change the types of its
                attributes. They can be renamed, added and dropped.
              </Notice>
            )}
            <TextInput
              label="Comment (optional)"
              value={comment}
              error={errorOf('comment')}
              onChange={(event) => set({ comment: event.currentTarget.value })}
              autoComplete="off"
            />
          </>
        );
      }}
    </ChangeForm>
  );
}

/** What is stored keeps its field when others are removed. */
function keyOf({ stored }: AttributeDraft, place: number): string {
  return stored === null ? `new ${place}` : `stored ${stored}`;
}
