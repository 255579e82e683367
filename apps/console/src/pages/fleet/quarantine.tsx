import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet, useList } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Checkbox } from '../../parts/field.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { act } from './act.ts';

type Turn = Shapes['QuarantinedTurn'];

/** Messages that failed three times or killed their worker, and two ways on. */
export function Page() {
  const [all, setAll] = useSearchValue('all');
  const [open, setOpen] = useState<string>();
  const list = useList(
    '/operator/quarantine',
    { query: { limit: 100, settled: all === undefined ? 'false' : 'true' } },
    { live: ['turn.ended'] },
  );
  return (
    <div className="fleet-page">
      <div className="fleet-bar">
        <h2>Turns that were set aside</h2>
        <span className="space" />
        <Checkbox
          label="Settled ones too"
          checked={all !== undefined}
          onChange={(next) => setAll(next ? 'yes' : undefined)}
        />
      </div>
      <Loaded query={{ ...list, data: list.items }} lines={6}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No turn is quarantined">
              A message that fails three times, or that its worker dies on, stops here so that its thread goes
              on. You decide whether it is said again.
            </Empty>
          ) : (
            <VirtualList
              label="Quarantined turns, latest first"
              items={items}
              itemKey={({ turn_id: id }) => id}
              height={58}
              onEnd={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
              }}
              render={(turn) => <TurnLine turn={turn} onOpen={() => setOpen(turn.turn_id)} />}
            />
          )
        }
      </Loaded>
      <OpenTurn id={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}

function TurnLine({ turn, onOpen }: { turn: Turn; onOpen: () => void }) {
  const { agent, attempts, ended_at: at, error, settled_as: settled, text } = turn;
  return (
    <button type="button" className="fleet-line pressed" onClick={onOpen}>
      <span className="row">
        <Badge tone={settled === null ? 'bad' : settled === 'retried' ? 'accent' : 'soft'}>
          {settled === null ? 'open' : settled}
        </Badge>
        <b>{agent}</b>
        {error !== null && <code>{error.code}</code>}
        <span className="soft">{attempts} tries</span>
        <span className="space" />
        <span className="soft">
          <Time at={at} />
        </span>
      </span>
      <span className="fleet-clip">
        <Words text={text} />
      </span>
    </button>
  );
}

function OpenTurn({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Dialog title="A quarantined turn" open={id !== undefined} side onClose={onClose}>
      {id !== undefined && <Detail id={id} onClose={onClose} />}
    </Dialog>
  );
}

function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useGet('/operator/quarantine/:turn', { params: { turn: id } });
  return (
    <Loaded query={query}>
      {(turn) => (
        <>
          <Settle turn={turn} onClose={onClose} />
          <Told turn={turn} />
        </>
      )}
    </Loaded>
  );
}

function Settle({
  turn: { settled_as: settled, turn_id: turn },
  onClose,
}: {
  turn: Turn;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<'drop' | 'retry'>();
  if (settled !== null)
    return (
      <Badge tone={settled === 'retried' ? 'accent' : 'soft'}>
        {settled === 'retried' ? 'said again' : 'dropped'}
      </Badge>
    );
  const settle = async () => {
    const path = asked === 'drop' ? '/operator/quarantine/:turn/drop' : '/operator/quarantine/:turn/retry';
    const came = await act(
      () => post(path, { params: { turn } }),
      asked === 'drop' ? 'The turn is dropped.' : 'It is said again, as a new turn.',
    );
    setAsked(undefined);
    if (came !== undefined) onClose();
  };
  return (
    <div className="row">
      <Button kind="primary" icon="retry" onClick={() => setAsked('retry')}>
        Say it again
      </Button>
      <Button kind="danger" onClick={() => setAsked('drop')}>
        Drop it
      </Button>
      <Confirm
        title={asked === 'drop' ? 'Drop this turn?' : 'Say it again?'}
        open={asked !== undefined}
        action={asked === 'drop' ? 'Drop it' : 'Say it again'}
        danger={asked === 'drop'}
        onConfirm={() => void settle()}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {asked === 'drop'
            ? 'Nothing more comes of this message. It stays in its thread, as one that was not answered.'
            : 'It is accepted as a new turn of its thread. If it killed its worker, it may do so again, three times at most.'}
        </p>
      </Confirm>
    </div>
  );
}

function Told({ turn }: { turn: Shapes['QuarantineDetail'] }) {
  const { agent: mine } = useVisitor();
  const { agent, child_turn_id: child, error, takeovers, text, thread_id: thread } = turn;
  return (
    <>
      <TextBlock text={text} />
      {error !== null && (
        <>
          <h3>
            Error <code>{error.code}</code>
          </h3>
          <TextBlock text={error.message} code />
        </>
      )}
      {takeovers.length > 0 && (
        <>
          <h3>Workers that were lost on its lane</h3>
          <ul>
            {takeovers.map(({ fence, lost_owner: lost, taken_at: at }) => (
              <li key={fence}>
                <code>{lost}</code> <Time at={at} as="day" />
              </li>
            ))}
          </ul>
        </>
      )}
      <KeyValues
        pairs={[
          ['Agent', agent],
          ['Speaker', turn.speaker === null ? '–' : <Words key="speaker" text={turn.speaker} />],
          ['Came by', turn.source],
          ['Tries', turn.attempts],
          ['Accepted', <Time key="accepted" at={turn.accepted_at} as="day" />],
          ['Set aside', <Time key="ended" at={turn.ended_at} as="day" />],
          [
            'Thread',
            mine?.name === agent ? (
              <Go key="thread" to={`/talk/${thread}`}>
                Open it
              </Go>
            ) : (
              <code key="thread">{thread}</code>
            ),
          ],
          [
            'Said again as',
            child === null ? (
              '–'
            ) : mine?.name === agent ? (
              <Go key="child" to={`/talk/${thread}/${child}`}>
                This turn
              </Go>
            ) : (
              <code key="child">{child}</code>
            ),
          ],
        ]}
      />
    </>
  );
}
