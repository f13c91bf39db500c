import { type FormEvent, useState } from 'react';
import { client, type Team } from './client.ts';

/** For those who belong to no team yet. */
export function ChooseTeam({ onTeam }: { onTeam: (team: Team) => void }) {
  const [message, setMessage] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>, how: 'create' | 'join') {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text')).trim();
    const { data, error } =
      how === 'create'
        ? await client.rpc('create_team', { team_name: text })
        : await client.rpc('join_team', { team_code: text });
    if (error) setMessage(error.message);
    else onTeam(data);
  }

  return (
    <main>
      <h1>Your team</h1>
      <form onSubmit={(event) => submit(event, 'create')}>
        <label>
          Name of a new team
          <input name="text" maxLength={60} required />
        </label>
        <button type="submit">Create</button>
      </form>
      <form onSubmit={(event) => submit(event, 'join')}>
        <label>
          Code of a team that is there
          <input name="text" required />
        </label>
        <button type="submit">Join</button>
      </form>
      <p role="alert">{message}</p>
    </main>
  );
}
