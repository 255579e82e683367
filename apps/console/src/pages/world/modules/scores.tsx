import { useMemo } from 'react';
import type { AnswerOf } from '../../../api/client.ts';
import type { Shapes } from '../../../api/routes.gen.ts';
import { Go } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { Empty } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { TimePlot } from '../../../parts/time-plot.tsx';
import { activationWords, outcomeOf } from '../signals/signal-words.ts';
import { TurnLink } from '../turn.tsx';
import { WakeFeedback } from '../wake-feedback.tsx';

type ModuleScores = AnswerOf<'GET /modules/:module/scores'>;
const activationsShown = 30;

/** Scores against the threshold over time with every wake marked, what became of the signals, and the wakes to judge. */
export function Scores({ scores }: { scores: ModuleScores }) {
  const { activations, buckets, from, module, since } = scores;
  if (buckets.length === 0 && activations.length === 0)
    return (
      <Empty title="Nothing was judged in this time" action={<Go to="/world/signals">All signals</Go>}>
        Its scores appear here as soon as something that it watches changes.
      </Empty>
    );
  return (
    <>
      <Card title="Score against threshold">
        <ScorePlot scores={scores} />
        {Date.parse(since) > Date.parse(from) && (
          <p className="soft">
            More came than is read at once: shown is what came since <Time at={since} as="day" />.
          </p>
        )}
        <Outcomes module={module} buckets={buckets} />
      </Card>
      <Card title="Wakes, and what was shown for a look">
        {activations.length === 0 ? (
          <p className="soft">None in this time.</p>
        ) : (
          <ul className="modules-wakes">
            {activations.slice(0, activationsShown).map((one) => (
              <li key={one.activation_id}>
                <WakeRow activation={one} />
              </li>
            ))}
          </ul>
        )}
        {activations.length > activationsShown && (
          <p className="soft">
            The latest {activationsShown} of {activations.length}; choose a shorter time for earlier ones.
          </p>
        )}
      </Card>
    </>
  );
}

function ScorePlot({ scores }: { scores: ModuleScores }) {
  const plot = useMemo(() => {
    const { activations, buckets } = scores;
    const middle = scores.width_ms / 2;
    return {
      label: `Scores of ${scores.module} over time`,
      times: buckets.map(({ at }) => Date.parse(at) + middle),
      lines: [
        { label: 'Highest score', values: buckets.map(({ highest }) => highest) },
        { label: 'Mean score', values: buckets.map(({ mean }) => mean), colour: '--plot-5' },
        {
          label: 'Threshold',
          values: buckets.map(({ threshold }) => threshold),
          colour: '--plot-2',
          dashed: true,
        },
      ],
      marks: activations
        .filter(({ kind }) => kind === 'wake')
        .map(({ opened_at: at }) => ({ at: Date.parse(at), label: 'wake' })),
      range: [0, 1] as const,
      span: [Date.parse(scores.from), Date.parse(scores.to)] as const,
      height: 220,
    };
  }, [scores]);
  const marks = plot.marks.length;
  return (
    <>
      <TimePlot {...plot} />
      {marks > 0 && (
        <p className="soft">
          {marks === 1 ? 'One broken line marks a wake.' : `Broken lines mark ${marks} wakes.`}
        </p>
      )}
    </>
  );
}

/** How many signals had which outcome. */
function Outcomes({ module, buckets }: { module: string; buckets: ModuleScores['buckets'] }) {
  const counts = new Map<Shapes['Judgement']['reason'], number>();
  for (const { reasons } of buckets)
    for (const [reason, count] of Object.entries(reasons) as [Shapes['Judgement']['reason'], number][])
      counts.set(reason, (counts.get(reason) ?? 0) + count);
  return (
    <p className="modules-outcomes">
      {[...counts]
        .toSorted(([, a], [, b]) => b - a)
        .map(([reason, count]) => {
          const { tone, word } = outcomeOf(reason, false);
          return (
            <Badge key={reason} tone={tone}>
              {count} {word}
            </Badge>
          );
        })}
      <Go to="/world/signals" search={{ module }}>
        These signals
      </Go>
    </p>
  );
}

function WakeRow({ activation }: { activation: Shapes['Activation'] }) {
  const { kind, latest, opened_at: at, question, score, state, threshold, turn_id: turn, why } = activation;
  return (
    <div className="modules-wake">
      <div className="row">
        <Badge tone={kind === 'look' ? 'accent' : 'good'}>
          {kind === 'look' ? 'look' : activationWords[state]}
        </Badge>
        <span className="soft">
          <Time at={at} as="day" /> · {score.toFixed(2)} of {threshold.toFixed(2)}
        </span>
        {turn !== null && <TurnLink turn={turn} />}
      </div>
      <p>
        <Words text={question ?? latest?.location ?? why} />
      </p>
      <WakeFeedback activation={activation} />
    </div>
  );
}
