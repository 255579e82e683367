import type { Shapes } from '../../api/routes.gen.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { classes } from '../../parts/class-names.ts';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { useTurnStream } from './turn-stream.ts';

type Message = Shapes['HistoryItem'];

const tones: Readonly<Record<Message['state'], Tone>> = {
  pending: 'soft',
  running: 'accent',
  answered: 'good',
  ignored: 'soft',
  merged: 'soft',
  failed: 'bad',
  cancelled: 'warn',
  quarantined: 'bad',
};

/** A turn: what was said, what was answered, and the way to why. */
export function Turn({
  thread,
  turn,
  chosen,
  onEnd,
}: {
  thread: string;
  turn: Message;
  chosen: boolean;
  onEnd: () => void;
}) {
  const { reply, said_at: at, speaker, state, text, turn_id: id } = turn;
  const runs = state === 'pending' || state === 'running';
  return (
    <li className={classes('turn', chosen && 'chosen')} id={id}>
      {text !== '' && (
        <div className="said mine">
          {speaker !== null && <Words text={speaker} className="speaker soft" />}
          <TextBlock text={text} />
        </div>
      )}
      {reply !== null && (
        <div className="said theirs">
          <TextBlock text={reply.text} />
        </div>
      )}
      {runs && <RunningTurn id={id} onEnd={onEnd} />}
      <p className="turn-line">
        {reply === null ? (
          <Badge tone={tones[state]}>{state}</Badge>
        ) : (
          <Badge>{reply.mode.toLowerCase()}</Badge>
        )}
        <span className="soft">
          <Time at={at} />
        </span>
        <Go to={chosen ? `/talk/${thread}` : `/talk/${thread}/${id}`} className="link" below={false}>
          {chosen ? 'Close why' : 'Why'}
        </Go>
      </p>
    </li>
  );
}

const statusWords = {
  waiting: 'Waiting',
  processing: 'Reading',
  thinking: 'Thinking',
  still_working: 'Still working',
  done: '',
} as const;

/** The answer as it is written. */
function RunningTurn({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { status, text } = useTurnStream(id, onEnd);
  return (
    <div className="said theirs running" aria-live="polite" aria-busy={status !== 'done'}>
      {text === '' ? <span className="soft">{statusWords[status]}…</span> : <TextBlock text={text} />}
    </div>
  );
}
