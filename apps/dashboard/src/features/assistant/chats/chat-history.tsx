import { Button } from '@mantine/core';
import { IconChevronDown, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useReducer, useState } from 'react';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { Dropdown } from '../../../ui/menus/dropdown.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import classes from './chats.module.css';
import { nextRenameState, shown } from './rename-machine.ts';
import type { Chats } from './use-chats.ts';

/** The name of the open chat, and under it all others: to search, open, begin, rename and delete. */
export function ChatHistory({ chats }: { chats: Chats }) {
  const name = chats.current?.name ?? 'Untitled';
  return (
    <Dropdown
      label="Chats"
      showsChoice
      className={classes.trigger}
      trigger={
        <>
          <bdi className={classes.current}>{name}</bdi>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </>
      }
    >
      {(close) => <ChatList chats={chats} close={close} />}
    </Dropdown>
  );
}

function ChatList({ chats, close }: { chats: Chats; close: () => void }) {
  const [search, setSearch] = useState('');
  const [doomed, setDoomed] = useState<string | null>(null);
  const [renaming, dispatch] = useReducer(nextRenameState, shown);
  const wanted = search.trim().toLowerCase();
  const found = chats.chats.filter(({ name }) => name.toLowerCase().includes(wanted));

  async function save(chatId: string, name: string) {
    await chats.rename(chatId, name);
    dispatch({ type: 'settled' });
  }
  const confirm = (type: 'enter' | 'blur') => {
    if (renaming.phase !== 'editing') return;
    dispatch({ type });
    const name = renaming.draft.trim();
    if (name !== '') void save(renaming.chatId, name);
  };

  return (
    <div className={classes.panel}>
      <SearchField label="Search chats..." value={search} onChange={setSearch} />
      {chats.error !== null && chats.chats.length === 0 ? (
        <ErrorState error={chats.error} title="Failed to load chats" onRetry={chats.retry} />
      ) : (
        <ul className={classes.list} aria-label="Chats">
          {found.map(({ id, name, is_answering: isAnswering }) => (
            <li key={id} className={classes.chat} data-current={id === chats.currentId || undefined}>
              {renaming.phase === 'editing' && renaming.chatId === id ? (
                <input
                  // biome-ignore lint/a11y/noAutofocus: it appears because somebody asked to write here
                  autoFocus
                  className={classes.rename}
                  aria-label="Name of the chat"
                  aria-invalid={renaming.isEmpty}
                  title={renaming.isEmpty ? 'The name must not be empty' : undefined}
                  maxLength={100}
                  value={renaming.draft}
                  onFocus={(event) => event.currentTarget.select()}
                  onChange={(event) => dispatch({ type: 'write', draft: event.currentTarget.value })}
                  onKeyDown={(event) => {
                    if (event.nativeEvent.isComposing) return;
                    if (event.key === 'Enter') confirm('enter');
                    if (event.key !== 'Escape') return;
                    // The browser would close the list as well.
                    event.preventDefault();
                    dispatch({ type: 'escape' });
                  }}
                  onBlur={() => confirm('blur')}
                />
              ) : (
                <button
                  type="button"
                  className={classes.open}
                  aria-current={id === chats.currentId}
                  title={name}
                  onClick={() => {
                    chats.open(id);
                    close();
                  }}
                >
                  <bdi>{renaming.phase === 'saving' && renaming.chatId === id ? renaming.name : name}</bdi>
                  {isAnswering && <span className={classes.answering}>Answering …</span>}
                </button>
              )}
              {doomed === id ? (
                <Button
                  size="xs"
                  variant="filled"
                  color="red"
                  onClick={() => {
                    setDoomed(null);
                    void chats.remove(id);
                  }}
                >
                  Delete
                </Button>
              ) : (
                <>
                  <button
                    type="button"
                    className={classes.icon}
                    aria-label={`Rename ${name}`}
                    title="Rename"
                    onClick={() => dispatch({ type: 'edit', chatId: id, name })}
                  >
                    <IconPencil size={14} stroke={1.75} aria-hidden />
                  </button>
                  {chats.chats.length > 1 && (
                    <button
                      type="button"
                      className={classes.icon}
                      aria-label={`Delete ${name}`}
                      title="Delete"
                      onClick={() => setDoomed(id)}
                    >
                      <IconTrash size={14} stroke={1.75} aria-hidden />
                    </button>
                  )}
                </>
              )}
            </li>
          ))}
          {found.length === 0 && !chats.isLoading && <li className={classes.none}>No chats found.</li>}
        </ul>
      )}
      <button
        type="button"
        className={classes.create}
        onClick={() => {
          void chats.create();
          close();
        }}
      >
        <IconPlus size={14} stroke={1.75} aria-hidden />
        New chat
      </button>
    </div>
  );
}
