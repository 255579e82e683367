import { untilLoaded } from '../../api/until-loaded.ts';
import { lazy, Suspense, useState } from 'react';
import { post } from '../../api/client.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classes } from '../../parts/class-names.ts';
import { Icon } from '../../parts/icon.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import { ApprovalCard } from './approval.tsx';
import { useTurnStream } from './turn-stream.ts';
import { isOpen, type Message } from './use-messages.ts';
import { beganBy, modeName, percent, stateTones, isThere } from './words.ts';

const Judge = lazy(async () => ({ default: (await untilLoaded(() => import('./judge.tsx'))).Judge }));

/** A turn: what was said or what began it, what came of it, what it asks, and the way to why. */
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
  const { approvals = [], error, reply, turn_id: id } = turn;
  return (
    <li className={classes('turn', chosen && 'chosen')} id={id}>
      <Said turn={turn} />
      {reply !== null && (
        <div className="said theirs">
          <TextBlock text={reply.text} />
        </div>
      )}
      {isOpen(turn) && <RunningTurn turn={turn} onEnd={onEnd} />}
      {isThere(error) && (
        <p className="turn-error problem">
          <Icon name="warning" /> <Words text={error.message} />
        </p>
      )}
      {approvals.map((approval) => (
        <ApprovalCard key={approval.approval_id} approval={approval} />
      ))}
      <div className="turn-line">
        <Outcome turn={turn} />
        <span className="soft">
          <Time at={turn.said_at} />
        </span>
        <Go to={chosen ? `/talk/${thread}` : `/talk/${thread}/${id}`} className="link" below={false}>
          {chosen ? 'Close why' : 'Why'}
        </Go>
        <Suspense fallback={null}>
          <Judge turn={turn} />
        </Suspense>
      </div>
    </li>
  );
}

/** The message, or what began the turn where nobody said anything. */
function Said({ turn: { forgotten_at: forgotten, source, speaker, text } }: { turn: Message }) {
  const began = beganBy(source);
  if (isThere(forgotten)) return <p className="turn-note soft">These words were forgotten on request.</p>;
  if (began !== undefined)
    return (
      <details className="turn-began">
        <summary className="soft">Began by itself: {began}</summary>
        <TextBlock text={text} />
      </details>
    );
  if (text === '') return <p className="turn-note soft">An empty message.</p>;
  return (
    <div className="said mine">
      {speaker !== null && <Words text={speaker} className="speaker soft" />}
      <TextBlock text={text} />
    </div>
  );
}

/** How it ended, and what other messages have to do with it. */
function Outcome({ turn }: { turn: Message }) {
  const {
    answers = [],
    confidence,
    interrupted_by: interrupter,
    merged_into: into,
    mode,
    reply,
    state,
    steered = false,
  } = turn;
  return (
    <>
      {reply === null ? (
        <Badge tone={stateTones[state]}>{state}</Badge>
      ) : (
        <Badge>{modeName(reply.mode)}</Badge>
      )}
      {reply === null && isThere(mode) && state === 'failed' && <Badge>{modeName(mode)}</Badge>}
      {isThere(confidence) && (
        <span className="soft" title="How far the decision was ahead of the next one">
          {percent(confidence)} sure
        </span>
      )}
      {isThere(reply?.reply_confidence) && (
        <span className="soft" title="How far the reply can be relied on">
          relied on {percent(reply.reply_confidence)}
        </span>
      )}
      {isThere(into) && (
        <span className="soft">
          {steered ? 'Steered what was running' : 'Answered together with a later message'}
        </span>
      )}
      {isThere(interrupter) && <span className="soft">A later message took its place</span>}
      {answers.length > 0 && (
        <span className="soft">
          Answers {answers.length} more {answers.length === 1 ? 'message' : 'messages'}
        </span>
      )}
    </>
  );
}

const statusWords = {
  waiting: 'Waiting',
  processing: 'Reading',
  thinking: 'Thinking',
  still_working: 'Still working',
  done: '',
} as const;

/** The answer as it is written, and how to stop it. */
function RunningTurn({ turn, onEnd }: { turn: Message; onEnd: () => void }) {
  const { status, text } = useTurnStream(turn.turn_id, onEnd);
  return (
    <div className="turn-running">
      <div className="said theirs running" aria-live="polite" aria-busy={status !== 'done'}>
        {text === '' ? <span className="soft">{statusWords[status]}…</span> : <TextBlock text={text} />}
      </div>
      <Cancel turn={turn} />
    </div>
  );
}

function Cancel({ turn }: { turn: Message }) {
  const [asked, setAsked] = useState(isThere(turn.cancel_requested_at));
  const cancel = async () => {
    setAsked(true);
    try {
      const { status } = await post('/turns/:turn/cancel', { params: { turn: turn.turn_id } });
      if (status === 'ended') say('It had already ended');
    } catch (error) {
      setAsked(false);
      say(error instanceof Error ? error.message : String(error), 'bad');
    }
  };
  return (
    <Button kind="quiet" icon="close" busy={asked} onClick={() => void cancel()}>
      {asked ? 'Stopping' : 'Stop'}
    </Button>
  );
}
