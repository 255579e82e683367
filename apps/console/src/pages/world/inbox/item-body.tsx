import { Go } from '../../../app/navigation.tsx';
import { because } from '../../../parts/because.ts';
import { Bar } from '../../../parts/bar.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { TextBlock, Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { actionIn, authorityIn } from '../authority-words.ts';
import type { InboxItem } from './inbox-item.ts';

/** What is to be known to answer one item. */
export function ItemBody({ item }: { item: InboxItem }) {
  switch (item.kind) {
    case 'approval': {
      const { reason, task_id: task, thread_id: thread, turn_id: turn } = item.approval;
      return (
        <div className="inbox-body">
          <Asked approval={item.approval} />
          <Effects approval={item.approval} />
          <p className="soft">
            {item.approval.kind === 'call' && (
              <>
                It asks <Words text={because(reason)} />{' '}
              </>
            )}
            <Go to={`/talk/${thread}/${turn}`}>The turn that asks</Go>
            {task !== null && (
              <>
                {' · '}
                <Go to={`/world/tasks/${task}`}>The task</Go>
              </>
            )}
          </p>
        </div>
      );
    }
    case 'look': {
      const { latest, module, score, threshold, why } = item.activation;
      return (
        <div className="inbox-body">
          {item.would_ask !== null && <TextBlock text={item.would_ask} />}
          <div className="inbox-score">
            <Bar label={module ?? 'Score'} value={score} threshold={threshold} />
          </div>
          <p className="soft">
            <Words text={why} />
            {latest !== null && (
              <>
                {' '}
                <Words text={latest.location} />, <Time at={latest.at} />
              </>
            )}
          </p>
        </div>
      );
    }
    case 'zone':
      return (
        <p className="inbox-body soft">
          It follows from what <Words text={item.zone.is_owner ? 'the owner' : item.zone.name} /> said
          {item.zone.place !== null && (
            <>
              {' '}
              (“
              <Words text={item.zone.place} />
              ”)
            </>
          )}
          . Until you say so, {item.zone.time_zone ?? 'the zone of the agent'} counts.
        </p>
      );
    case 'hand':
      return (
        <p className="inbox-body soft">
          Reason: <Words text={item.hand.reason ?? 'asked'} />, {Math.round(item.hand.bid * 100)} %.{' '}
          {item.hand.is_room && <Go to={`/rooms/${item.hand.channel}`}>To the room</Go>}
        </p>
      );
  }
}

/** What is asked, exactly: the call with its arguments, the message that came in, or the step. */
function Asked({
  approval: { arguments: given, kind, shown },
}: {
  approval: Extract<InboxItem, { kind: 'approval' }>['approval'];
}) {
  const { allows, authority, from, question, says, title } = given;
  if (kind === 'step' && typeof question === 'string') return <TextBlock text={question} />;
  if (kind === 'message' && typeof from === 'string')
    return (
      <>
        <KeyValues
          pairs={[
            ['From', <Words key="from" text={`${from}: ${authorityIn(authority)}`} />],
            ['About', <Words key="title" text={String(title)} />],
            ['With a yes it may', actionIn(allows)],
          ]}
        />
        {typeof says === 'string' && says !== '' && <TextBlock text={says} />}
      </>
    );
  return <TextBlock text={shown} code />;
}

/** What a yes would change, in sentences of the server; older servers say none. */
function Effects({ approval }: { approval: object }) {
  const effects =
    'effects' in approval && Array.isArray(approval.effects) ? approval.effects.map(String) : [];
  if (effects.length === 0) return null;
  return (
    <ul className="inbox-effects">
      {effects.map((effect) => (
        <li key={effect}>
          <Words text={effect} />
        </li>
      ))}
    </ul>
  );
}
