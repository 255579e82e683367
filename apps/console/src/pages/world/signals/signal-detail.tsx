import type { AnswerOf } from '../../../api/client.ts';
import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Bar } from '../../../parts/bar.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { TextBlock, Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { actionIn } from '../authority-words.ts';
import { TurnLink } from '../turn.tsx';
import { WakeFeedback } from '../wake-feedback.tsx';
import { activationWords, outcomeOf, sourceWords } from './signal-words.ts';

/** Why a signal woke the agent, or did not: how each module judged it, what it opened, and what it was made of. */
export function SignalDetail({ signal }: { signal: string }) {
  const query = useGet('/signals/:signal', { params: { signal } }, { live: ['signal', 'activation'] });
  return (
    <Loaded query={query} lines={8}>
      {(found) => <Detail signal={found} />}
    </Loaded>
  );
}

function Detail({ signal }: { signal: AnswerOf<'GET /signals/:signal'> }) {
  const { activations = [], features, judged, waits_for: waits } = signal;
  return (
    <div className="signal-detail">
      <p className="signal-place">
        <Words text={signal.location} />
      </p>
      {judged.length === 0 && <p>{signal.why}</p>}
      {activations.map((one) => (
        <Activation key={one.activation_id} activation={one} />
      ))}
      {judged.map((one) => (
        <Judged key={`${one.cluster} ${one.module}`} judgement={one} />
      ))}
      {waits.length > 0 && <p className="soft">Waits to be judged: {waits.join(', ')}.</p>}
      <section className="stack" aria-label="The signal">
        <h3>The signal</h3>
        <KeyValues
          pairs={[
            ['Source', `${sourceWords[signal.source]}, ${signal.delta_type}`],
            ['Happened', <Time key="at" at={signal.at} as="day" />],
            ['Taken in', <Time key="taken" at={signal.taken_at} as="day" />],
            ['Size of the change', signal.magnitude.toFixed(2)],
            ...(signal.own ? [['Whose doing', 'The agent’s own'] as const] : []),
            ...Object.entries(features)
              .filter(([name]) => !/(?:^|_)id$/.test(name))
              .map(
                ([name, value]) =>
                  [
                    labelOf(name),
                    <Words key={name} text={name === 'action' ? actionIn(value) : shown(value)} />,
                  ] as const,
              ),
          ]}
        />
      </section>
    </div>
  );
}

/** How one module judged it: its score against the threshold, and what the score is made of. */
function Judged({ judgement }: { judgement: Shapes['Judgement'] }) {
  const { learned, module, reason, rule, score, threshold, version, why } = judgement;
  const outcome = outcomeOf(reason, false);
  return (
    <section className="stack" aria-label={`Module ${module}`}>
      <div className="row">
        <h3>
          <Go to={`/world/modules/${module}`}>{module}</Go>
        </h3>
        <Badge tone={outcome.tone}>{outcome.word}</Badge>
      </div>
      <p className="soft">{why}</p>
      {score !== null && (
        <div className="bars">
          <Bar label="Score" value={score} threshold={threshold} chosen={score >= threshold} />
          {rule !== null && <Bar label="By the rule" value={rule} />}
          {learned !== null && <Bar label="Learned" value={learned} />}
        </div>
      )}
      {score !== null && (
        <p className="soft">
          {version === 0 ? 'No model is trained yet: the rule leads.' : `Model version ${version}.`}
        </p>
      )}
    </section>
  );
}

function Activation({ activation }: { activation: Shapes['Activation'] }) {
  const { asked_at: asked, count, heard_at: heard, kind, question, state, turn_id: turn, why } = activation;
  return (
    <section className="signal-activation" aria-label={kind === 'look' ? 'For a look' : 'Wake'}>
      <div className="row">
        <h3>{kind === 'look' ? 'For a look' : 'Wake'}</h3>
        <Badge tone={state === 'asked' ? 'good' : 'accent'}>{activationWords[state]}</Badge>
        {count > 1 && <span className="soft">stands for {count} signals</span>}
      </div>
      {question === null ? <p className="soft">{why}</p> : <TextBlock text={question} />}
      {asked !== null && (
        <p className="soft">
          Asked <Time at={asked} />
          {heard !== null && ', and a model was shown the question'}.{' '}
          {turn !== null && <TurnLink turn={turn} />}
        </p>
      )}
      <WakeFeedback activation={activation} />
    </section>
  );
}

/** The name of a feature as a label: "relevant_words" is "Relevant words". */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return name === 'action' ? 'It asks to' : words.slice(0, 1).toUpperCase() + words.slice(1);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
