import { useEffect, useRef, useState } from 'react';
import { Go } from '../../app/navigation.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { HandMark } from './hand-mark.tsx';
import { People } from './people.tsx';
import { isSame, nameOf, type RoomState } from './room-state.ts';
import { Said } from './said.tsx';
import type { Self } from './self.ts';
import { type AskRoom, useRoom } from './use-room.ts';

/** A room: what is said, who speaks, who wants to, and how to take part. */
export function Room({ room, self, phone }: { room: string; self: Self; phone: boolean }) {
  const shown = useRoom(room, self.auth);
  const [sees, setSees] = useState(false);
  const { link, problem, state } = shown;
  if (state === undefined)
    return (
      <section className="rooms-room" aria-label="Room">
        {problem === undefined ? <Skeleton lines={8} /> : <ErrorState error={new Error(problem)} />}
      </section>
    );
  const raised = state.hands.filter((hand) => hand.state === 'raised').length;
  return (
    <>
      <section className="rooms-room" aria-label={`Room ${state.name}`}>
        <div className="rooms-head">
          {phone && (
            <Go to="/rooms" label="All rooms" className="button quiet square" below={false}>
              <Icon name="back" />
            </Go>
          )}
          <h2>
            <Words text={state.name} />
          </h2>
          <span className="soft">{state.kind}</span>
          {link === 'lost' && <span className="dot warn">connecting again</span>}
          <span className="space" />
          {phone && (
            <Button onClick={() => setSees(true)}>
              <>People{raised > 0 && <HandMark count={raised} title={`${raised} raised`} />}</>
            </Button>
          )}
        </div>
        {problem !== undefined && (
          <p className="rooms-problem problem" role="alert">
            {problem}
          </p>
        )}
        <Speaker state={state} self={self} />
        <Messages state={state} self={self} ask={shown.ask} />
        <TakePart ask={shown.ask} state={state} self={self} />
      </section>
      {phone ? (
        <Dialog title="People and queue" side open={sees} onClose={() => setSees(false)}>
          <People state={state} self={self} ask={shown.ask} />
        </Dialog>
      ) : (
        <aside className="rooms-people" aria-label="People and queue">
          <People state={state} self={self} ask={shown.ask} />
        </aside>
      )}
    </>
  );
}

function Speaker({ state, self }: { state: RoomState; self: Self }) {
  const { speaker } = state;
  return (
    <p className={speaker === null ? 'rooms-speaker soft' : 'rooms-speaker now'} aria-live="polite">
      {speaker === null ? (
        'Nobody has the floor.'
      ) : isSame(speaker, self) ? (
        'You have the floor.'
      ) : (
        <>
          <Words text={nameOf(state, speaker)} /> has the floor.
        </>
      )}
    </p>
  );
}

function Messages({ state, self, ask }: { state: RoomState; self: Self; ask: AskRoom }) {
  const place = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = state.messages.at(-1)?.id;
  useEffect(() => {
    const element = place.current;
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  return (
    // It scrolls, so the keyboard must reach it.
    <div
      ref={place}
      className="rooms-messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="log"
      aria-label="What is said"
      onScroll={({ currentTarget: { clientHeight, scrollHeight, scrollTop } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 120;
      }}
    >
      {state.messages.length === 0 && <p className="soft">Nothing was said yet.</p>}
      {state.messages.map((message) => (
        <Said key={message.id} message={message} state={state} self={self} ask={ask} />
      ))}
    </div>
  );
}

/** Speaking, and raising a hand. */
function TakePart({ ask, state, self }: { ask: AskRoom; state: RoomState; self: Self }) {
  const [text, setText] = useState('');
  // The same message, however often it is sent.
  const id = useRef<string>(undefined);
  const queued = self.kind === 'human' && state.queue.some(({ member }) => member === self.member);
  const speaks = isSame(state.speaker, self);
  const hand = state.hands.some(({ agentId }) => self.kind === 'agent' && agentId === self.member);
  const send = async () => {
    id.current ??= crypto.randomUUID();
    if (!(await ask('post_message', { content: text, id: id.current }))) return;
    id.current = undefined;
    setText('');
  };
  return (
    <div className="rooms-part">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <input
          className="input"
          aria-label="Message to the room"
          placeholder="Say something to the room"
          dir="auto"
          autoComplete="off"
          maxLength={20_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" kind="primary" icon="send" label="Send" disabled={text.trim() === ''} />
      </form>
      <div className="row">
        {!queued && !speaks && !hand && (
          <Button
            icon="hand"
            onClick={() => void ask(self.kind === 'agent' ? 'voice:raiseHand' : 'queue:raise')}
          >
            Raise hand
          </Button>
        )}
        {(queued || hand) && (
          <Button onClick={() => void ask(self.kind === 'agent' ? 'voice:lowerHand' : 'queue:lower')}>
            Lower hand
          </Button>
        )}
        {self.moderates && !speaks && (
          <Button kind="danger" onClick={() => void ask('queue:raise', { tier: 'emergency' })}>
            Emergency: speak now
          </Button>
        )}
        {state.speaker !== null && (self.moderates || speaks) && (
          <Button onClick={() => void ask('floor:end')}>End the floor</Button>
        )}
      </div>
    </div>
  );
}
