import { Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import classes from './git.module.css';

export interface GitBranchCheck {
  name: string;
  change: (name: string) => void;
  /** On leaving the field; true: the repository has the branch. */
  check: () => Promise<boolean>;
  state: 'unchecked' | 'checking' | 'found';
  problem: string | null;
}

interface Repository {
  id: number;
  name: string;
}

/**
 * The name of a branch of a repository, checked when the field is left. Changing it makes it unchecked; an answer that comes for an
 * earlier name is not heard.
 */
export function useGitBranch(repository: Repository | null): GitBranchCheck {
  const [name, setName] = useState('');
  const [state, setState] = useState<GitBranchCheck['state']>('unchecked');
  const [problem, setProblem] = useState<string | null>(null);
  const turn = useRef(0);
  const where = repository?.name ?? 'a connected repository';

  async function check(): Promise<boolean> {
    if (state === 'found') return true;
    turn.current += 1;
    const mine = turn.current;
    if (name.length <= 1) {
      setProblem(`Please enter a branch name from ${where}`);
      return false;
    }
    setState('checking');
    const isThere =
      repository !== null &&
      (await api.gitConnections.checkBranch({ connectionId: repository.id, branchName: name }).then(
        () => true,
        () => false,
      ));
    if (mine !== turn.current) return false;
    setState(isThere ? 'found' : 'unchecked');
    setProblem(isThere ? null : `Unable to find branch from ${where}`);
    return isThere;
  }

  return {
    name,
    change: (next) => {
      turn.current += 1;
      setName(next);
      setState('unchecked');
      setProblem(null);
    },
    check,
    state,
    problem,
  };
}

interface GitBranchFieldProps {
  label: string;
  description?: string;
  branch: GitBranchCheck;
  disabled?: boolean;
}

/** With a spinner while it is looked for, and a check when it is there. */
export function GitBranchField({ label, description, branch, disabled = false }: GitBranchFieldProps) {
  const { name, change, check, state, problem } = branch;
  return (
    <TextInput
      label={label}
      {...(description !== undefined && { description })}
      placeholder="main"
      value={name}
      disabled={disabled}
      error={problem}
      onChange={(event) => change(event.currentTarget.value.trim())}
      onBlur={() => name !== '' && void check()}
      rightSection={
        state === 'checking' ? (
          <Loader size={14} role="status" aria-label="Looking for the branch" />
        ) : (
          state === 'found' && (
            <span role="status" aria-label="The branch is there" className={classes.found}>
              <IconCheck size={16} stroke={2} aria-hidden="true" />
            </span>
          )
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  );
}
