interface PromptGroup {
  title: string;
  prompts: readonly { label: string; prompt: string }[];
}

/** What one can begin with, by what it is about. */
export const PROMPT_GROUPS: readonly PromptGroup[] = [
  {
    title: 'Tables',
    prompts: [
      {
        label: 'Create',
        prompt:
          'Create two tables that are linked, one of users and one of their roles, with the usual columns.',
      },
      { label: 'Query', prompt: 'Write a query that lists the users who signed up in the last week.' },
      { label: 'Chart', prompt: 'Chart how many users signed up on each day of the last month.' },
    ],
  },
  {
    title: 'RLS Policies',
    prompts: [
      { label: 'Suggest', prompt: 'Suggest RLS policies for the tables in the schema public.' },
      { label: 'Examples', prompt: 'Show examples of RLS policies that are often needed, and when.' },
      { label: 'Explain', prompt: 'Explain what RLS policies are and how PostgreSQL applies them.' },
    ],
  },
  {
    title: 'Functions',
    prompts: [
      { label: 'Suggest', prompt: 'Suggest database functions that fit the tables in the schema public.' },
      { label: 'Examples', prompt: 'Show examples of database functions that are often needed.' },
      { label: 'Explain', prompt: 'Explain what database functions are and when to use one.' },
    ],
  },
  {
    title: 'Triggers',
    prompts: [
      { label: 'Suggest', prompt: 'Suggest database triggers that fit the tables in the schema public.' },
      { label: 'Examples', prompt: 'Show examples of database triggers that are often needed.' },
      { label: 'Explain', prompt: 'Explain what database triggers are and when to use one.' },
    ],
  },
];
