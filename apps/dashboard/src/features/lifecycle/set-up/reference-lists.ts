export interface Reference {
  name: string;
  /** What it is, where the name does not say it. */
  note?: string;
  href: string;
}

const GITHUB = 'https://github.com';
const EXAMPLES = `${GITHUB}/supabase/supabase/tree/master/examples`;

/** Libraries that speak the API of a project. */
export const CLIENT_LIBRARIES: readonly Reference[] = [
  { name: 'JavaScript', href: `${GITHUB}/supabase/supabase-js` },
  { name: 'Flutter', href: `${GITHUB}/supabase/supabase-flutter` },
  { name: 'Python', note: 'Alpha', href: `${GITHUB}/supabase/supabase-py` },
  { name: 'C#', href: `${GITHUB}/supabase-community/supabase-csharp` },
  { name: 'Swift', href: `${GITHUB}/supabase/supabase-swift` },
  { name: 'Kotlin', href: `${GITHUB}/supabase-community/supabase-kt` },
];

/** Applications to start from. They take the address and a key of any project. */
export const EXAMPLE_APPS: readonly Reference[] = [
  { name: 'Todo list', note: 'Rows that belong to their users', href: `${EXAMPLES}/todo-list` },
  { name: 'User management', note: 'Sign-up, sign-in, profiles', href: `${EXAMPLES}/user-management` },
  { name: 'Chat', note: 'Channels, roles and permissions', href: `${EXAMPLES}/slack-clone` },
];
