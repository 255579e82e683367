import { useState } from 'react';
import { post } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../parts/toast.tsx';
import type { Message } from './use-messages.ts';
import { type Mode, modes, modeWords, isThere } from './words.ts';

/** What somebody thinks of a turn: a thumb, and which mode it should have taken. It labels the decision, and the router learns from it. */
export function Judge({ turn }: { turn: Message }) {
  const { known } = useVisitor();
  const [busy, setBusy] = useState(false);
  const [given] = turn.feedback ?? [];
  if (!known || !isThere(turn.mode)) return null;
  const judge = async (value: 1 | -1, wanted?: Mode) => {
    setBusy(true);
    try {
      await post('/feedback', {
        body: { target: turn.turn_id, value, ...(wanted === undefined ? {} : { wanted }) },
      });
      say(
        value > 0
          ? 'Noted: this was right'
          : wanted === undefined
            ? 'Noted: this was not right'
            : `Noted: it should have ${modeWords[wanted]}`,
      );
      await queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => path === '/threads/:thread/messages',
      });
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad');
    } finally {
      setBusy(false);
    }
  };
  const others = modes.filter((mode) => mode !== turn.mode && mode !== 'CLARIFY');
  return (
    <span className="judge">
      <Button
        kind="quiet"
        icon="thumbUp"
        label="This was right"
        disabled={busy}
        pressed={given !== undefined && given.value > 0}
        onClick={() => void judge(1)}
      />
      <Button
        kind="quiet"
        icon="thumbDown"
        label="This was not right"
        disabled={busy}
        pressed={given !== undefined && given.value < 0}
        onClick={() => void judge(-1)}
      />
      {turn.mode !== 'CLARIFY' && (
        <Button
          kind="quiet"
          disabled={busy}
          pressed={given?.wanted === 'CLARIFY'}
          onClick={() => void judge(-1, 'CLARIFY')}
        >
          Should have asked
        </Button>
      )}
      <Menu
        label="What it should have done"
        items={others.map((mode) => ({
          label: `It should have ${modeWords[mode]}`,
          run: () => void judge(-1, mode),
        }))}
      />
    </span>
  );
}
