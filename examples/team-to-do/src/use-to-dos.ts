import { useCallback, useEffect, useState } from 'react';
import { client, type ToDo } from './client.ts';

/**
 * What a team has to do, oldest first, as it is now: changes that others make arrive by themselves. `toDos` is undefined while they
 * are loaded. `change` shows a change at once, and takes it back when
 * it is refused.
 */
export function useToDos(teamId: string) {
  const [toDos, setToDos] = useState<readonly ToDo[]>();
  const load = useCallback(async () => {
    const { data } = await client
      .from('to_dos')
      .select()
      .eq('team_id', teamId)
      .order('created_at')
      .order('id');
    if (data !== null) setToDos(data);
  }, [teamId]);

  useEffect(() => {
    const channel = client
      .channel(`to-dos-${teamId}`)
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'to_dos', filter: `team_id=eq.${teamId}` },
        () => void load(),
      )
      // Of a deleted row only the key is known, so it passes no filter.
      .on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'to_dos' }, () => void load())
      // From now on changes are told, also after a connection that was lost: what happened before was not.
      .on('system', {}, ({ status }) => status === 'ok' && void load())
      .subscribe();
    void load();
    return () => void client.removeChannel(channel);
  }, [teamId, load]);

  async function change(id: number, values: Partial<Pick<ToDo, 'is_done' | 'file_path'>>) {
    setToDos((all) => all?.map((toDo) => (toDo.id === id ? { ...toDo, ...values } : toDo)));
    const answer = await client.from('to_dos').update(values).eq('id', id);
    if (answer.error !== null) void load();
    return answer;
  }

  async function add(title: string) {
    const answer = await client.from('to_dos').insert({ title, team_id: teamId });
    // Whether or not anybody tells.
    await load();
    return answer;
  }
  return { toDos, add, change };
}
