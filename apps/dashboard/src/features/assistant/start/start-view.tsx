import { Button } from '@mantine/core';
import type { AssistantQuestion } from '../../../lib/ask-assistant.ts';
import { PROMPT_GROUPS } from './prompt-groups.ts';
import { QUICKSTARTS } from './quickstarts.ts';
import classes from './start.module.css';

interface StartViewProps {
  suggestions: AssistantQuestion['suggestions'];
  /** Puts a prompt into the input. */
  onPrompt: (prompt: string) => void;
  /** Puts a question and its answer into the chat. */
  onQuickstart: (question: string, answer: string) => void;
}

/** An empty chat: what one can ask, or begin with. */
export function StartView({ suggestions, onPrompt, onQuickstart }: StartViewProps) {
  return (
    <div className={classes.start}>
      <h2 className={classes.title}>How can I assist you?</h2>
      {suggestions !== undefined ? (
        <section className={classes.group} aria-label={suggestions.title}>
          <p>{suggestions.title}</p>
          <ul className={classes.list}>
            {suggestions.prompts.map(({ label, prompt }) => (
              <li key={label}>
                <Button size="xs" onClick={() => onPrompt(prompt)}>
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <>
          <p className={classes.welcome}>
            Ask about this database and have SQL, policies, functions, triggers, charts and edge functions
            written. Nothing that changes anything runs before you say so.
          </p>
          <div className={classes.groups}>
            {PROMPT_GROUPS.map(({ title, prompts }) => (
              <section key={title} className={classes.group} aria-label={title}>
                <h3>{title}</h3>
                <ul className={classes.list}>
                  {prompts.map(({ label, prompt }) => (
                    <li key={label}>
                      <button
                        type="button"
                        className={classes.prompt}
                        title={prompt}
                        onClick={() => onPrompt(prompt)}
                      >
                        {label}
                        <span>{prompt}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <section className={classes.group} aria-label="Quickstarts">
            <h3>Or begin with tables that are ready to run</h3>
            <ul className={classes.quickstarts}>
              {QUICKSTARTS.map(({ title, question, answer }) => (
                <li key={title}>
                  <Button size="xs" onClick={() => onQuickstart(question, answer)}>
                    {title}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}
