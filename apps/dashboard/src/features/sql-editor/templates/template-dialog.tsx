import '../../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import classes from './template-dialog.module.css';
import { findTemplates, type Template } from './template-list.ts';

interface TemplateDialogProps {
  /** What choosing does, such as "Open as a new snippet". */
  useLabel: string;
  onUse: (template: Template) => void;
  /** Absent where using a template is inserting it. */
  onInsert?: ((template: Template) => void) | undefined;
  onClose: () => void;
}

/** Every text to start from, with a look at the one under the pointer or the arrow keys. */
export function TemplateDialog({ useLabel, onUse, onInsert, onClose }: TemplateDialogProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const found = findTemplates(search);
  const active = found.find((template) => template.id === activeId) ?? found[0] ?? null;

  const use = (template: Template) => {
    onClose();
    onUse(template);
  };

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && active !== null && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      use(active);
    }
    if (step === undefined || active === null) return;
    event.preventDefault();
    const next = found[Math.min(found.length - 1, Math.max(0, found.indexOf(active) + step))] ?? active;
    setActiveId(next.id);
    document.getElementById(`${id}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Modal opened onClose={onClose} title="Templates" size={820} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.picker}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside */}
        <div className={classes.choices} onKeyDown={press}>
          <SearchField label="Search templates" value={search} onChange={setSearch} isFirst />
          <TemplateChoices id={id} found={found} active={active} onActive={setActiveId} onUse={use} />
        </div>
        {active !== null && (
          <section className={classes.preview} aria-label={`Preview of ${active.title}`}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable from the keyboard */}
            <pre className={classes.sql} tabIndex={0}>
              {active.sql}
            </pre>
            <div className={classes.actions}>
              {onInsert !== undefined && (
                <Button
                  onClick={() => {
                    onClose();
                    onInsert(active);
                  }}
                >
                  Insert at the cursor
                </Button>
              )}
              <Button variant="filled" onClick={() => use(active)}>
                {useLabel}
              </Button>
            </div>
          </section>
        )}
      </div>
    </Modal>
  );
}

interface TemplateChoicesProps {
  id: string;
  found: readonly Template[];
  active: Template | null;
  onActive: (id: string) => void;
  onUse: (template: Template) => void;
}

function TemplateChoices({ id, found, active, onActive, onUse }: TemplateChoicesProps) {
  if (found.length === 0) return <p className={classes.none}>No template is called that.</p>;
  return (
    <div className={classes.list}>
      {[...Map.groupBy(found, ({ kind }) => kind)].map(([kind, templates]) => (
        <section key={kind} aria-labelledby={`${id}-${kind}`}>
          <h3 id={`${id}-${kind}`} className={classes.kind}>
            {kind}
          </h3>
          <ul>
            {templates.map((template) => (
              <li key={template.id}>
                <button
                  id={`${id}-${template.id}`}
                  type="button"
                  className={classes.choice}
                  aria-current={template === active}
                  onPointerMove={() => onActive(template.id)}
                  onFocus={() => onActive(template.id)}
                  onClick={() => onUse(template)}
                >
                  <span className={classes.title}>{template.title}</span>
                  <span className={classes.description}>{template.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
