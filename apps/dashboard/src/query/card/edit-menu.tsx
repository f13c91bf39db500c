import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { leavePendingSnippet } from '../../lib/pending-snippet.ts';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import { MenuList } from '../../ui/menus/menu-list.tsx';
import bar from '../bar-button.module.css';
import { useOpenEditor } from '../open-editor.ts';

interface EditMenuProps {
  projectRef: string;
  title: string;
  sql: string;
}

const LABEL = 'Edit in SQL Editor';

/** Takes the query to the SQL editor: into the one that is open, or into a new snippet. */
export function EditMenu({ projectRef, title, sql }: EditMenuProps) {
  const editor = useOpenEditor();
  const navigate = useNavigate();
  const createSnippet = () => {
    leavePendingSnippet(projectRef, { sql, name: title });
    void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id: 'new' } });
  };
  const icon = <IconPencil size={15} stroke={1.75} aria-hidden />;
  if (editor === null)
    return (
      <button type="button" className={bar.button} aria-label={LABEL} title={LABEL} onClick={createSnippet}>
        {icon}
      </button>
    );
  return (
    <Dropdown label={LABEL} align="end" className={bar.button} trigger={icon}>
      {(close) => (
        <MenuList
          close={close}
          entries={[
            { label: 'Insert code', onChoose: () => editor.insert(sql) },
            { label: 'Replace code', onChoose: () => editor.replace(sql) },
            { label: 'Create new snippet', onChoose: createSnippet },
          ]}
        />
      )}
    </Dropdown>
  );
}
