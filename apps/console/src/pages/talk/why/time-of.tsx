import type { Routes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { type Stage, Waterfall } from '../../../parts/waterfall.tsx';
import { plain } from '../words.ts';

type Timeline = Routes['GET /turns/:turn/timeline']['answer'];

const names: Readonly<Record<Timeline['moments'][number]['name'], string>> = {
  accepted: 'HTTP accepted',
  claimed: 'Lane claimed',
  takeover: 'Taken over',
  step: 'Step',
  asked: 'Asked',
  answered: 'Answered',
  ended: 'Committed',
  chunk: 'Chunk',
  gist: 'Gist',
  fact: 'Fact',
  episode: 'Episode',
  concept: 'Concept',
  notice: 'Seen',
  delivery: 'Delivered',
  continuation: 'Goes on',
};
const fromMemory: ReadonlySet<string> = new Set(['chunk', 'gist', 'fact', 'episode', 'concept']);

/** When what happened, from HTTP to concept. */
export function TimeOf({ turn }: { turn: string }) {
  const query = useGet('/turns/:turn/timeline', { params: { turn } }, { live: ['turn.ended', 'memory'] });
  return (
    <Loaded query={query} lines={8}>
      {(timeline) => (
        <>
          <h3>The turn</h3>
          <Waterfall label="The turn" stages={ofTurn(timeline)} />
          {timeline.stages !== null && (
            <p className="soft">
              Stages are drawn one after the other: it is stored how long each took, not when it began.
            </p>
          )}
          <h3>What became of it</h3>
          <Later timeline={timeline} />
        </>
      )}
    </Loaded>
  );
}

/** From its acceptance to its commit: what waited, and the stages of its run. */
function ofTurn({ moments, stages }: Timeline): Stage[] {
  const at = (name: string) => moments.find((one) => one.name === name)?.after_ms ?? undefined;
  const [claimed, ended] = [at('claimed'), at('ended')];
  const waited: Stage = {
    name: 'waits for its lane',
    startMs: 0,
    tone: 'soft',
    ...(claimed === undefined ? {} : { endMs: claimed }),
  };
  const runs: Stage[] =
    claimed === undefined
      ? []
      : [
          {
            name: 'runs',
            startMs: claimed,
            tone: 'accent',
            ...(ended === undefined ? {} : { endMs: Math.max(ended, claimed) }),
          },
        ];
  let from = claimed ?? 0;
  const parts = (stages ?? [])
    .filter(({ name }) => name !== 'total')
    .map(({ name, ms }): Stage => {
      const stage = { name, startMs: from, endMs: from + ms, depth: 1, tone: 'good' as const };
      from += ms;
      return stage;
    });
  const inside = moments
    .filter(({ after_ms: ms, name }) => ms !== null && ['asked', 'step', 'takeover'].includes(name))
    .map(
      ({ after_ms: ms, detail, name }): Stage => ({
        name: detail === null ? names[name] : `${names[name]} ${plain(detail)}`,
        startMs: ms ?? 0,
        depth: 1,
        tone: 'warn',
      }),
    );
  return [waited, ...runs, ...parts, ...inside];
}

/** What memory, people and later turns made of it. */
function Later({ timeline: { moments } }: { timeline: Timeline }) {
  const later = moments.filter(
    ({ name }) => fromMemory.has(name) || ['answered', 'continuation', 'delivery', 'notice'].includes(name),
  );
  if (later.length === 0)
    return <p className="soft">Nothing yet: memory reads what was said a little later.</p>;
  const timed = later.filter(({ after_ms: ms }) => ms !== null);
  const untimed = later.filter(({ after_ms: ms }) => ms === null);
  return (
    <>
      <Waterfall
        label="What became of it"
        stages={timed.map(({ after_ms: ms, detail, name }) => ({
          name: detail === null ? names[name] : `${names[name]}: ${detail}`,
          startMs: ms ?? 0,
          tone: fromMemory.has(name) ? 'good' : 'accent',
        }))}
      />
      {untimed.length > 0 && (
        <p className="soft">
          Of these no time is stored:{' '}
          <Words text={untimed.map(({ detail, name }) => detail ?? names[name]).join(', ')} />.
        </p>
      )}
    </>
  );
}
