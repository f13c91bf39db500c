import type { Step } from './guide.ts';

/** A table that every guide reads. */
export const SAMPLE_TABLE: Step = {
  title: 'A table to read',
  text: 'Run this once in the SQL editor, or read a table of your own. The policy lets everybody read it.',
  leadsTo: 'sql-editor',
  code: `create table public.notes (
  id int generated always as identity primary key,
  title text not null
);
alter table public.notes enable row level security;
create policy "Everybody may read notes" on public.notes
  for select to anon, authenticated using (true);
insert into public.notes (title) values ('Basalt is a rock'), ('It has six sides');`,
};

/** How a component of React reads it, up to what it shows. */
export const NOTES_COMPONENT = `interface Note {
  id: number
  title: string
}

export default function App() {
  const [notes, setNotes] = useState<Note[]>([])
  useEffect(() => {
    client
      .from('notes')
      .select('id, title')
      .then(({ data, error }) => {
        if (error) console.error(error)
        else setNotes(data)
      })
  }, [])`;
