import { type FormEvent, useState } from 'react';
import { client, type Team, type ToDo } from './client.ts';
import { useToDos } from './use-to-dos.ts';

const FILES = client.storage.from('to-do-files');

/** What a team has to do. Whatever anybody changes is on everybody's page a moment later. */
export function ToDoList({ team }: { team: Team }) {
  const { toDos, add, change } = useToDos(team.id);
  const [message, setMessage] = useState('');
  const say = ({ error }: { error: { message: string } | null }) => setMessage(error?.message ?? '');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = String(new FormData(form).get('title')).trim();
    const answer = await add(title);
    say(answer);
    if (answer.error === null) form.reset();
  }

  async function remove({ id, file_path }: ToDo) {
    if (file_path !== null) await FILES.remove([file_path]);
    say(await client.from('to_dos').delete().eq('id', id));
  }

  async function attach({ id, file_path }: ToDo, file: File | undefined) {
    if (file === undefined) return;
    // In a folder of its own, so that two files of one name do not meet. Names may have letters that addresses do not.
    const path = `${team.id}/${crypto.randomUUID()}/${file.name.replaceAll(/[^\w.-]/g, '_')}`;
    const sent = await FILES.upload(path, file);
    if (sent.error !== null) return say(sent);
    say(await change(id, { file_path: path }));
    if (file_path !== null) await FILES.remove([file_path]);
  }

  async function open(path: string) {
    // An address for a minute: the bucket is private.
    const answer = await FILES.createSignedUrl(path, 60);
    say(answer);
    if (answer.data !== null) window.open(answer.data.signedUrl, '_blank', 'noopener');
  }

  return (
    <main>
      <h1>{team.name}</h1>
      <p>
        Others join with the code <code>{team.code}</code>
      </p>
      <form className="add" onSubmit={submit}>
        <label>
          What is to be done?
          <input name="title" maxLength={200} required />
        </label>
        <button type="submit">Add</button>
      </form>
      <p role="alert">{message}</p>
      {toDos?.length === 0 && <p>Nothing is to be done.</p>}
      <ul>
        {toDos?.map((toDo) => (
          <li key={toDo.id}>
            <label>
              <input
                type="checkbox"
                checked={toDo.is_done}
                onChange={async ({ currentTarget: { checked } }) =>
                  say(await change(toDo.id, { is_done: checked }))
                }
              />
              <span>{toDo.title}</span>
            </label>
            {toDo.file_path !== null && (
              <button type="button" onClick={() => void open(toDo.file_path ?? '')}>
                {toDo.file_path.split('/').at(-1)}
              </button>
            )}
            <label className="file">
              {toDo.file_path === null ? 'Attach' : 'Replace'}
              <input
                type="file"
                aria-label={`Attach a file to ${toDo.title}`}
                onChange={({ currentTarget }) => void attach(toDo, currentTarget.files?.[0])}
              />
            </label>
            <button type="button" aria-label={`Delete ${toDo.title}`} onClick={() => void remove(toDo)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
