import { useState } from 'react';
import { get } from '../../../api/client.ts';
import type { Routes, Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Bar } from '../../../parts/bar.tsx';
import { Button } from '../../../parts/button.tsx';
import { Go } from '../../../app/navigation.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { modeName, modes, percent, isThere } from '../words.ts';
import { Influences } from './influences.tsx';
import type { Part } from './part.ts';
import { Rules } from './rules.tsx';

type Explained = Shapes['TurnExplanation'];

/** What the turn deserved, by how much, what moved it, and the same decision taken again. */
export function Decision({ turn }: { turn: string }) {
  const why = useGet('/turns/:turn/why', { params: { turn } }, { live: ['turn.ended'] });
  const decided = isThere(why.data?.decision);
  const moved = useGet('/turns/:turn/influence', { params: { turn } }, { enabled: decided });
  return (
    <Loaded query={why} lines={8}>
      {(explained) =>
        explained.decision === null ? (
          <Empty title="No decision">
            The turn waits or runs, ended before it was decided, or was taken in from elsewhere.
          </Empty>
        ) : (
          <>
            <Summary explained={explained} />
            <Loaded query={moved} lines={6}>
              {({ parts, redacted, unmeasured }) =>
                redacted ? (
                  <p className="soft">
                    The words of this turn were forgotten: its signals are gone with them.
                  </p>
                ) : (
                  <>
                    {parts.map((part) => (
                      <Routed key={part.part} part={part} several={parts.length > 1} chosen={explained} />
                    ))}
                    {unmeasured.length > 0 && (
                      <p className="soft">
                        Not measured, since no value of it could have changed the mode:{' '}
                        {unmeasured.join(', ')}.
                      </p>
                    )}
                  </>
                )
              }
            </Loaded>
            <Again key={turn} turn={turn} />
          </>
        )
      }
    </Loaded>
  );
}

function Summary({ explained: { calibration, decision } }: { explained: Explained }) {
  if (decision === null) return null;
  const { policyName: policy, policyVersion: version, tiebreak } = decision;
  return (
    <KeyValues
      pairs={[
        [
          'Mode',
          <Badge key="mode" tone="accent">
            {modeName(decision.modeTerminal)}
          </Badge>,
        ],
        [
          'Policy',
          <Go key="policy" to="/mind/routing" className="link">
            {policy}, version {version}
          </Go>,
        ],
        ['Margin', `${percent(decision.margin)}, ${percent(decision.effectiveMargin)} needed`],
        ['Tie-break', tiebreak === null ? 'Not needed' : <TieBreak key="tie" tiebreak={tiebreak} />],
        ...(isThere(calibration) ? [rightness(calibration)] : []),
      ]}
    />
  );
}

function rightness({ decisions, right }: NonNullable<Explained['calibration']>) {
  return ['Right so often', `${percent(right)} of ${decisions} decisions as sure as this`] as const;
}

function TieBreak({ tiebreak }: { tiebreak: NonNullable<NonNullable<Explained['decision']>['tiebreak']> }) {
  const { candidates, choice, reason } = tiebreak;
  return (
    <>
      {candidates.map(modeName).join(' or ')}:{' '}
      {choice === null ? 'no answer, so the better score' : modeName(choice)} (
      <Words text={reason} />)
    </>
  );
}

/** One routing: its modes as bars, what moved it, and the rules that made its scores. */
function Routed({ part, several, chosen }: { part: Part; several: boolean; chosen: Explained }) {
  const taken =
    several && part.part === 'decision' ? chosen.decision?.modeInitial : chosen.decision?.modeTerminal;
  const highest = Math.max(1, ...Object.values(part.scores).map(Math.abs));
  const lowest = Math.min(0, ...Object.values(part.scores));
  const second = part.scores[part.runner_up];
  return (
    <section
      className="why-part"
      aria-label={part.part === 'decision' ? 'The decision' : 'After the actions'}
    >
      {several && <h3>{part.part === 'decision' ? 'First' : 'After its actions, once more'}</h3>}
      <div className="bars">
        {modes.map((mode) => (
          <Bar
            key={mode}
            label={part.excluded.includes(mode) ? `${modeName(mode)} (may not win)` : modeName(mode)}
            value={part.scores[mode]}
            min={lowest}
            max={highest}
            chosen={mode === taken}
            {...(mode === part.mode
              ? {
                  threshold: Math.min(highest, thresholdOf(part, second)),
                  margin: Math.max(0, part.scores[mode] - second),
                }
              : {})}
          />
        ))}
      </div>
      <p className="soft">
        {part.decided_by === 'scores' ? (
          <>
            <b>{modeName(part.mode)}</b> is ahead of {modeName(part.runner_up)} by {percent(part.margin)} of
            its score; below {percent(part.effective_margin)}{' '}
            {part.needs_tiebreak
              ? 'the tie-breaker decides, and it was asked'
              : 'a tie-breaker would have been asked'}
            . The line in its bar is that point.
          </>
        ) : (
          <>
            Nothing was weighed:{' '}
            {part.decided_by === 'empty_guard' ? 'the message is empty' : 'the message was only overheard'}.
          </>
        )}
      </p>
      <Influences part={part} />
      <Rules part={part} />
    </section>
  );
}

/** The score from which the best is far enough ahead of the second. */
function thresholdOf({ effective_margin: needed }: Part, second: number): number {
  return needed >= 1 || second <= 0 ? Math.max(0, second) : second / (1 - needed);
}

/** Computes the stored decision once more, and shows whether every bit is the same. */
function Again({ turn }: { turn: string }) {
  const [result, setResult] = useState<Routes['GET /turns/:turn/replay']['answer']>();
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  const decide = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      setResult(await get('/turns/:turn/replay', { params: { turn } }));
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="why-again">
      <Button icon="retry" busy={busy} onClick={() => void decide()}>
        Decide it again
      </Button>
      <div role="status">
        {result !== undefined && <Replayed result={result} />}
        {trouble !== undefined && <p className="problem">{trouble}</p>}
      </div>
    </div>
  );
}

function Replayed({
  result: { equal, parts, redacted },
}: {
  result: Routes['GET /turns/:turn/replay']['answer'];
}) {
  if (redacted === true)
    return <p className="soft">Forgotten on request: there is nothing left to decide it from.</p>;
  return (
    <>
      <p>
        <Badge tone={equal ? 'good' : 'bad'}>{equal ? 'The same, bit for bit' : 'Not the same'}</Badge>
      </p>
      {parts
        .flatMap(({ differences, part }) => differences.map((one) => ({ ...one, part })))
        .map(({ computed, field, part, stored }) => (
          <p key={`${part} ${field}`} className="why-bits">
            {part} {field}: stored {String(stored)}, computed {String(computed)}
          </p>
        ))}
    </>
  );
}
