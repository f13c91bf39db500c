import type { SigningKey } from '@basalt/contract';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { KeyRow } from './key-rows.tsx';
import { MOVE_LABELS, STATUS_LABELS } from './signing-key-labels.ts';
import { type Move, signingKeyMoves } from './signing-key-moves.ts';

interface SigningKeyRowProps {
  signingKey: SigningKey;
  /** The key is the JWT secret. */
  isLegacy: boolean;
  legacyKeysEnabled: boolean;
  /** Null for those who may not change anything. */
  onMove: ((move: Move) => void) | null;
}

/** One signing key: how it signs, where it stands, its id. */
export function SigningKeyRow({ signingKey, isLegacy, legacyKeysEnabled, onMove }: SigningKeyRowProps) {
  const { id, algorithm, status, created_at } = signingKey;
  const { label, tone, note } = STATUS_LABELS[status];
  const moves = () => signingKeyMoves(signingKey, { isLegacy, legacyKeysEnabled, now: Date.now() });
  return (
    <KeyRow
      name={isLegacy ? `${algorithm} (JWT secret)` : algorithm}
      tags={<Tag tone={tone}>{label}</Tag>}
      note={
        <>
          {note}
          <br />
          Created <TimeAgo date={created_at} />
        </>
      }
      {...(onMove === null
        ? {}
        : {
            menu:
              moves().length === 0 ? (
                <NoMenu />
              ) : (
                <RowMenu
                  label={`Actions for ${algorithm} key ${id.slice(0, 8)}`}
                  entries={() =>
                    moves().map((move) => ({
                      label: MOVE_LABELS[move.name].label,
                      reason: move.reason,
                      ...(MOVE_LABELS[move.name].isDangerous ? { tone: 'danger' as const } : {}),
                      onChoose: () => onMove(move),
                    }))
                  }
                />
              ),
          })}
    >
      <CodeLine label="key ID (kid)" value={id} />
    </KeyRow>
  );
}

/** Keeps the lines of all rows equally long. */
function NoMenu() {
  return <span style={{ display: 'block', width: 'var(--control)' }} />;
}
