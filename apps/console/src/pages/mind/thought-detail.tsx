import { useState } from 'react';
import { post } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go } from '../../app/navigation.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Loaded } from '../../parts/states.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import { Surfaced } from './surfaced.tsx';

/** A thought with what it rests on, in a panel. */
export function ThoughtDetail({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Dialog title="A thought" open={id !== undefined} side onClose={onClose}>
      {id !== undefined && <Detail id={id} />}
    </Dialog>
  );
}

function Detail({ id }: { id: string }) {
  const query = useGet('/thoughts/:thought', { params: { thought: id } });
  return <Loaded query={query}>{(thought) => <Told thought={thought} />}</Loaded>;
}

function Told({ thought }: { thought: Shapes['DriftedDetail'] }) {
  const { concepts, episode, said, shown, used } = thought;
  const strongest = Math.max(...concepts.map(({ energy }) => energy), 1e-9);
  return (
    <>
      <TextBlock text={thought.text} />
      <div className="row">
        <Surfaced said={said} used={used} />
      </div>
      <Judge thought={thought} />
      <h3>What it rests on</h3>
      {episode !== null && (
        <blockquote className="thought-episode">
          <TextBlock text={episode.gist} />
          <small className="soft">
            an episode of <Time at={episode.at} as="day" />
          </small>
        </blockquote>
      )}
      <div className="bars">
        {concepts.map(({ concept_id: key, energy, name, seed }) => (
          <Bar key={key} label={<Words text={name} />} value={energy} max={strongest} chosen={seed} />
        ))}
      </div>
      <h3>Where it stood in a prompt</h3>
      {shown.length === 0 ? (
        <p className="soft">In no prompt that is still kept.</p>
      ) : (
        <ul className="stack">
          {shown.map(({ at, thread_id: thread, turn_id: turn }) => (
            <li key={turn}>
              <Go to={`/talk/${thread}/${turn}`}>
                <Time at={at} as="day" />
              </Go>
            </li>
          ))}
        </ul>
      )}
      <KeyValues
        pairs={[
          ['Came', <Time key="came" at={thought.created_at} as="day" />],
          ['Fades', <Time key="fades" at={thought.expires_at} as="day" />],
          ['Begun by', thought.strategy],
          ['Trust', thought.trust],
          ['Model', <Words key="model" text={`${thought.model}, ${thought.tokens} tokens`} />],
        ]}
      />
    </>
  );
}

/** What the person thinks of it; drift learns from that. */
function Judge({ thought: { judged, thought_id: target } }: { thought: Shapes['DriftedDetail'] }) {
  const { known } = useVisitor();
  const [busy, setBusy] = useState(false);
  if (!known) return null;
  const judge = async (value: number) => {
    setBusy(true);
    try {
      await post('/feedback', { body: { target, value } });
      await queryClient.invalidateQueries();
      say('The agent will take it to heart when it drifts next.');
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <div className="row">
      <Button icon="check" pressed={judged !== null && judged > 0} busy={busy} onClick={() => void judge(1)}>
        Good thought
      </Button>
      <Button pressed={judged !== null && judged < 0} busy={busy} onClick={() => void judge(-1)}>
        Not useful
      </Button>
    </div>
  );
}
