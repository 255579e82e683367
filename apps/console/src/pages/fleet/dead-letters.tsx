import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useList } from '../../api/use-get.ts';
import { useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select, TextInput } from '../../parts/field.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { act } from './act.ts';

type Letter = Shapes['OperatorDeadLetter'];
type State = Letter['state'] | 'all';

const states: readonly { value: State; label: string }[] = [
  { value: 'dead', label: 'Open' },
  { value: 'retried', label: 'Sent again' },
  { value: 'dropped', label: 'Dropped' },
  { value: 'all', label: 'All' },
];
const tones = { dead: 'bad', retried: 'accent', dropped: 'soft' } as const;

/** Jobs that failed for good: what each was, why it failed, and two ways on. */
export function Page() {
  const [wanted, setState] = useSearchValue('state');
  const [code, setCode] = useSearchValue('code');
  const [queue, setQueue] = useSearchValue('queue');
  const [open, setOpen] = useState<Letter>();
  const state = states.find(({ value }) => value === wanted)?.value ?? 'dead';
  const narrowed = { ...(queue === undefined ? {} : { queue }), ...(code === undefined ? {} : { code }) };
  const list = useList('/operator/dead-letters', { query: { limit: 100, state, ...narrowed } });
  return (
    <div className="fleet-page">
      <div className="fleet-bar">
        <Select
          label="State"
          hideLabel
          value={state}
          onChange={(next) => setState(next === 'dead' ? undefined : next)}
          options={states}
        />
        <Narrow label="Queue" value={queue} onChange={setQueue} />
        <Narrow label="Code" value={code} onChange={setCode} />
        <span className="space" />
        {state === 'dead' && (list.items?.length ?? 0) > 1 && <Many filter={narrowed} />}
      </div>
      <Loaded query={{ ...list, data: list.items }} lines={6}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={state === 'dead' ? 'Nothing failed for good' : 'None of these'}>
              A job that fails again and again stops here with its error. You decide whether it is sent again
              or dropped.
            </Empty>
          ) : (
            <VirtualList
              label="Dead letters, latest first"
              items={items}
              itemKey={({ dead_letter_id: id }) => id}
              height={58}
              onEnd={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
              }}
              render={(letter) => <LetterLine letter={letter} onOpen={() => setOpen(letter)} />}
            />
          )
        }
      </Loaded>
      <OpenLetter letter={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}

/** A filter that counts when the field is left, or Enter is pressed. */
function Narrow({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const [words, setWords] = useState(value ?? '');
  const apply = () => onChange(words.trim() === '' ? undefined : words.trim());
  return (
    <form
      onBlur={apply}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label={label}
        hideLabel
        placeholder={label}
        type="search"
        value={words}
        onChange={setWords}
      />
    </form>
  );
}

function LetterLine({ letter, onOpen }: { letter: Letter; onOpen: () => void }) {
  const { code, count, error, job, last_at: at, queue, state } = letter;
  return (
    <button type="button" className="fleet-line pressed" onClick={onOpen}>
      <span className="row">
        <Badge tone={tones[state]}>
          {state === 'dead' ? 'open' : state === 'retried' ? 'sent again' : 'dropped'}
        </Badge>
        <b>{job}</b>
        <code>{code}</code>
        {count > 1 && <span className="soft">{count} times</span>}
        <span className="space" />
        <span className="soft">
          {queue}, <Time at={at} />
        </span>
      </span>
      <span className="fleet-clip soft">
        <Words text={error} />
      </span>
    </button>
  );
}

function OpenLetter({ letter, onClose }: { letter: Letter | undefined; onClose: () => void }) {
  const [dropping, setDropping] = useState(false);
  if (letter === undefined) return null;
  const params = { letter: letter.dead_letter_id };
  const retry = async () => {
    const came = await act(
      () => post('/operator/dead-letters/:letter/retry', { params }),
      'The job is sent again.',
    );
    if (came !== undefined) onClose();
  };
  const drop = async () => {
    const came = await act(
      () => post('/operator/dead-letters/:letter/drop', { params }),
      'The letter is dropped.',
    );
    setDropping(false);
    if (came !== undefined) onClose();
  };
  return (
    <Dialog
      title={`Dead letter of ${letter.job}`}
      open
      side
      onClose={onClose}
      footer={
        letter.state === 'dead' && (
          <>
            <Button kind="danger" onClick={() => setDropping(true)}>
              Drop it
            </Button>
            <Button
              kind="primary"
              icon="retry"
              disabled={letter.agent_id === null}
              onClick={() => void retry()}
            >
              Send it again
            </Button>
          </>
        )
      }
    >
      <LetterDetail letter={letter} />
      <Confirm
        title="Drop this letter?"
        open={dropping}
        action="Drop it"
        danger
        onConfirm={() => void drop()}
        onClose={() => setDropping(false)}
      >
        <p>Its job is not done, and not tried again. The letter stays in the list of dropped ones.</p>
      </Confirm>
    </Dialog>
  );
}

function LetterDetail({ letter }: { letter: Letter }) {
  return (
    <>
      <KeyValues
        pairs={[
          ['Queue', letter.queue],
          ['Code', <code key="code">{letter.code}</code>],
          ['Agent', letter.agent_id ?? 'none: its payload could not be read, so it cannot be sent again'],
          ['Tries', letter.attempts],
          ['Failed', `${letter.count} ${letter.count === 1 ? 'time' : 'times'} like this`],
          ['First', <Time key="first" at={letter.created_at} as="day" />],
          ['Last', <Time key="last" at={letter.last_at} as="day" />],
        ]}
      />
      <h3>Error</h3>
      <TextBlock text={letter.error} code />
      <h3>Payload</h3>
      <TextBlock text={JSON.stringify(letter.payload, null, 2)} code />
    </>
  );
}

/** Settles all that fit the filter. */
function Many({ filter }: { filter: { readonly queue?: string; readonly code?: string } }) {
  const [asked, setAsked] = useState<'drop' | 'retry'>();
  const settle = async () => {
    const path = asked === 'drop' ? '/operator/dead-letters/drop' : '/operator/dead-letters/retry';
    await act(
      () => post(path, { body: { ...filter, limit: 500 } }),
      ({ more, settled }) =>
        `${settled.length} ${asked === 'drop' ? 'dropped' : 'sent again'}${more ? '; there are more' : ''}.`,
    );
    setAsked(undefined);
  };
  const which =
    Object.values(filter).length === 0
      ? 'every open letter'
      : `every open letter of ${Object.values(filter).join(' and ')}`;
  return (
    <>
      <Button icon="retry" onClick={() => setAsked('retry')}>
        Send all again
      </Button>
      <Button kind="quiet" onClick={() => setAsked('drop')}>
        Drop all
      </Button>
      <Confirm
        title={asked === 'drop' ? 'Drop them all?' : 'Send them all again?'}
        open={asked !== undefined}
        action={asked === 'drop' ? 'Drop all' : 'Send all again'}
        danger={asked === 'drop'}
        onConfirm={() => void settle()}
        onClose={() => setAsked(undefined)}
      >
        <p>This is {which}, the oldest first, 500 at most.</p>
      </Confirm>
    </>
  );
}
