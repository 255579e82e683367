import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { TextBlock, Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { span } from '../../../parts/time-words.ts';
import { percent, plain } from '../words.ts';

type Step = NonNullable<Shapes['TurnExplanation']['steps']>[number];

const tones: Readonly<Partial<Record<Step['state'], Tone>>> = {
  succeeded: 'good',
  done: 'soft',
  asked: 'warn',
  waiting: 'warn',
  started: 'accent',
  failed: 'bad',
  timed_out: 'bad',
  unknown: 'bad',
  refused: 'bad',
  denied: 'bad',
};

/** What it did, in order: each call with its ruling, what text had a say in it, and what came of it. */
export function Steps({ turn }: { turn: string }) {
  const query = useGet('/turns/:turn/why', { params: { turn } }, { live: ['turn.ended', 'approval'] });
  return (
    <Loaded query={query} lines={6}>
      {({ steps = [] }) =>
        steps.length === 0 ? (
          <Empty title="It did nothing beyond its answer">
            A turn that acts shows here what it planned, did and asked.
          </Empty>
        ) : (
          <ol className="why-steps">
            {steps.map((step) => (
              <li key={`${step.runId} ${step.n}`} className="why-step">
                <StepView step={step} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function StepView({ step }: { step: Step }) {
  const { call, kind, n, note, result, state } = step;
  return (
    <>
      <div className="row">
        <b>
          {n + 1}. {call === null ? kind : <Words text={call.tool} />}
        </b>
        <Badge tone={tones[state] ?? 'soft'}>{plain(state)}</Badge>
        {step.attempt > 1 && <span className="soft">try {step.attempt}</span>}
        <span className="soft">
          <Time at={step.at} as="clock" />
        </span>
      </div>
      {note !== null && note !== '' && <TextBlock text={note} />}
      {call !== null && <TextBlock code text={call.broken ?? JSON.stringify(call.arguments, null, 2)} />}
      <Ruling step={step} />
      {result !== null && (
        <>
          <p className="soft">
            {plain(result.outcome)} after {span(result.durationMs)}, trust: {result.trust}
            {result.confidence !== undefined && `, relied on ${percent(result.confidence)}`}
          </p>
          {result.text !== '' && <TextBlock code text={result.text} />}
        </>
      )}
      {step.verdict !== null && (
        <p className="soft">
          Critic: {step.verdict.verdict}, <Words text={step.verdict.reason} />
        </p>
      )}
    </>
  );
}

function Ruling({ step: { reason, ruling } }: { step: Step }) {
  if (ruling === null) return reason === null ? null : <p className="soft">{plain(reason)}</p>;
  const { effectiveTier, gate, least, path, tainted, tier, two } = ruling;
  const holds = Object.entries(two).filter(([, what]) => what !== null);
  return (
    <details className="why-more">
      <summary>
        Ruling: {path} <Words text={ruling.reason} className="soft" />{' '}
        {tainted && <Badge tone="warn">text from outside had a say</Badge>}
      </summary>
      <KeyValues
        pairs={[
          ['Gate', gate.reasons.length === 0 ? gate.level : `${gate.level}: ${gate.reasons.join('; ')}`],
          ['Tier', tier === effectiveTier ? tier : `${tier}, counted as ${effectiveTier}`],
          ['Confidence', percent(ruling.confidence)],
          [
            'Least trusted',
            <span key="least">
              {least.trust}: <Words text={`${least.section} ${least.id}`} />
            </span>,
          ],
          ['Rule of two', holds.length === 0 ? 'nothing holds' : holds.map(([what]) => what).join(', ')],
          ...(ruling.grant === undefined
            ? []
            : ([['Grant', `${plain(ruling.grant.class)}: ${ruling.grant.says}`]] as const)),
        ]}
      />
    </details>
  );
}
