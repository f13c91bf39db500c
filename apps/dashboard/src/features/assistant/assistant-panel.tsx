import { IconEraser, IconFlask, IconSettings } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAiAvailability } from '../../ai-edit/use-ai-port.ts';
import { toApiError } from '../../api/api-error.ts';
import { useProject } from '../../api/use-project.ts';
import { type AssistantQuestion, type AttachedSnippet, assistantQuestion } from '../../lib/ask-assistant.ts';
import { type Persisted, usePersisted } from '../../lib/persisted.ts';
import { useShared } from '../../lib/shared-value.ts';
import { showToast } from '../../lib/toast.ts';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { PanelButton, PanelFrame, panelButtonClass } from '../../ui/pages/panel-frame.tsx';
import classes from './assistant-panel.module.css';
import { ChatHistory } from './chats/chat-history.tsx';
import { type Chats, useChats } from './chats/use-chats.ts';
import { Composer } from './composer/composer.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { useLiveChat } from './conversation/use-live-chat.ts';
import { PanelNotices } from './panel-notices.tsx';
import { AiSettingsDialog } from './settings/ai-settings-dialog.tsx';
import { chosenSchemas } from './settings/chosen-schemas.ts';
import { type Sharing, useSharing } from './settings/use-sharing.ts';
import { StartView } from './start/start-view.tsx';

interface AssistantPanelProps {
  projectRef: string;
  /** What the page beside it shows, if that is a schema or a table. */
  looksAt: { schema?: string | undefined; table?: string | undefined };
  onClose: () => void;
}

/** The assistant beside whatever page is open. */
export function AssistantPanel({ projectRef, looksAt, onClose }: AssistantPanelProps) {
  const chats = useChats(projectRef);
  const sharing = useSharing(projectRef);
  const [isSetting, setSetting] = useState(false);
  if (chats.isLoading) return <Frame chats={null} sharing={sharing} onClose={onClose} />;
  if (chats.error !== null && chats.chats.length === 0)
    return (
      <Frame chats={null} sharing={sharing} onClose={onClose}>
        <div className={classes.failed}>
          <ErrorState error={chats.error} title="Failed to load chats" onRetry={chats.retry} />
        </div>
      </Frame>
    );
  return (
    <>
      <OpenChat
        key={chats.currentId}
        projectRef={projectRef}
        chats={chats}
        sharing={sharing}
        looksAt={looksAt}
        onSettings={() => setSetting(true)}
        onClose={onClose}
      />
      <AiSettingsDialog
        projectRef={projectRef}
        sharing={sharing}
        opened={isSetting}
        onClose={() => setSetting(false)}
      />
    </>
  );
}

/** What was typed and not sent, so that it outlives a reload. */
const draft: Persisted<string> = {
  topic: 'assistant-draft',
  fallback: '',
  parse: (stored) => (typeof stored === 'string' ? stored : null),
};
/** A longer text is not kept: the browser has room for few of them. */
const KEPT_DRAFT = 100_000;

interface OpenChatProps extends AssistantPanelProps {
  chats: Chats;
  sharing: Sharing;
  onSettings: () => void;
}

function OpenChat(props: OpenChatProps) {
  const { projectRef, chats, sharing, looksAt, onSettings, onClose } = props;
  const { chat, view } = useLiveChat(projectRef, chats.currentId);
  const availability = useAiAvailability(projectRef);
  const mayAsk = useProject(projectRef).data?.abilities.read_sql ?? true;
  const [schemas] = usePersisted(chosenSchemas, projectRef);
  const [keptDraft, keepDraft] = usePersisted(draft, projectRef);
  const [text, setText] = useState(keptDraft);
  const [snippets, setSnippets] = useState<readonly AttachedSnippet[]>([]);
  const [suggestions, setSuggestions] = useState<AssistantQuestion['suggestions']>();
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = view.status === 'submitted' || view.status === 'streaming';
  const isOff = availability.isError || availability.data?.hasKey === false || !mayAsk;
  const surroundings = {
    includeSchemaMetadata: sharing.isShared,
    schemas: [...schemas],
    ...(looksAt.schema === undefined ? {} : { schema: looksAt.schema }),
    ...(looksAt.table === undefined ? {} : { table: looksAt.table }),
  };

  function write(next: string) {
    setText(next);
    if (next.length <= KEPT_DRAFT) keepDraft(next);
  }
  function takePrompt(prompt: string) {
    write(prompt);
    field.current?.focus();
  }
  function send() {
    if (isOff || !chat.ask(text, surroundings, snippets)) return;
    write('');
    setSnippets([]);
    setSuggestions(undefined);
  }

  const asked = useShared(assistantQuestion);
  const take = useEffectEvent(async (question: AssistantQuestion) => {
    // It waits for the chat that is shown after this one.
    if (question.chatId !== undefined && question.chatId !== chat.id) return;
    assistantQuestion.set(null);
    if (question.newChatName !== undefined && view.messages.length > 0) {
      const { newChatName, ...rest } = question;
      const chatId = await chats.create(newChatName);
      return assistantQuestion.set(chatId === undefined ? rest : { ...rest, chatId });
    }
    takePrompt(question.prompt);
    setSnippets(question.snippets ?? []);
    setSuggestions(question.suggestions);
  });
  const isLoaded = view.loading !== 'loading';
  useEffect(() => {
    if (asked !== null && isLoaded) void take(asked);
  }, [asked, isLoaded]);

  const returned = view.returned;
  const takeBack = useEffectEvent((question: string) => {
    chat.takeReturned();
    if (text === '') write(question);
  });
  useEffect(() => {
    if (returned !== null) takeBack(returned);
  }, [returned]);

  return (
    <Frame
      chats={chats}
      sharing={sharing}
      onSettings={onSettings}
      onClear={
        view.messages.length === 0
          ? undefined
          : () => void chat.clear().catch((error: unknown) => tellFailure('clear the messages', error))
      }
      onClose={onClose}
    >
      <div className={classes.notices}>
        <PanelNotices
          sharing={sharing}
          model={availability.data ?? null}
          problem={availability.isError ? toApiError(availability.error).message : null}
          onSettings={onSettings}
        />
        {!mayAsk && <p>You need additional permissions to use the assistant in this project.</p>}
      </div>
      {view.loading === 'failed' ? (
        <div className={classes.failed}>
          <ErrorState
            error={new Error('The server did not answer.')}
            title="Failed to load messages"
            onRetry={() => void chat.load()}
          />
        </div>
      ) : (
        <Conversation chat={chat} view={view} surroundings={surroundings} isOff={isOff}>
          <StartView
            suggestions={suggestions}
            onPrompt={takePrompt}
            onQuickstart={(question, answer) =>
              void chat
                .append([
                  { role: 'user', text: question },
                  { role: 'assistant', text: answer },
                ])
                .catch((error: unknown) => tellFailure('begin with it', error))
            }
          />
        </Conversation>
      )}
      <Composer
        field={field}
        text={text}
        snippets={snippets}
        hasMessages={view.messages.length > 0}
        isBusy={isBusy}
        isOff={isOff}
        onText={write}
        onSnippets={setSnippets}
        onSend={send}
        onStop={() => void chat.halt()}
      />
    </Frame>
  );
}

function tellFailure(what: string, error: unknown): void {
  void showToast('failed', `Failed to ${what}: ${toApiError(error).message}`);
}

interface FrameProps {
  /** Null while they load. */
  chats: Chats | null;
  sharing: Sharing;
  onSettings?: () => void;
  /** Left out where there is nothing to clear. */
  onClear?: (() => void) | undefined;
  onClose: () => void;
  children?: React.ReactNode;
}

function Frame({ chats, sharing, onSettings, onClear, onClose, children }: FrameProps) {
  return (
    <PanelFrame
      title="Assistant"
      closeLabel="Close the assistant"
      onClose={onClose}
      head={
        <>
          <AlphaNotice isShared={sharing.isShared} />
          <div className={classes.chat}>{chats !== null && <ChatHistory chats={chats} />}</div>
          {onClear !== undefined && (
            <PanelButton label="Clear messages" title="Clear messages" onClick={onClear}>
              <IconEraser size={16} stroke={1.75} aria-hidden />
            </PanelButton>
          )}
          {onSettings !== undefined && (
            <PanelButton label="AI settings" title="AI settings" onClick={onSettings}>
              <IconSettings size={16} stroke={1.75} aria-hidden />
            </PanelButton>
          )}
        </>
      }
    >
      {children}
    </PanelFrame>
  );
}

function AlphaNotice({ isShared }: { isShared: boolean }) {
  const text = `The assistant is an alpha version, and your prompts might be rate limited. ${
    isShared
      ? 'Project metadata is shared with the AI provider to improve its answers.'
      : 'Project metadata is not shared with the AI provider.'
  }`;
  return (
    <Dropdown
      label={text}
      className={panelButtonClass}
      trigger={<IconFlask size={15} stroke={1.75} aria-hidden />}
    >
      {() => <p className={classes.alpha}>{text}</p>}
    </Dropdown>
  );
}
