import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { useGo } from '../../app/navigation.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyValues } from '../../parts/key-values.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';

/** Why a turn went as it did: a panel beside the conversation, on a phone above it. */
export function Why({ thread, turn, phone }: { thread: string; turn: string; phone: boolean }) {
  const go = useGo();
  const close = () => go(`/talk/${thread}`);
  if (phone)
    return (
      <Dialog title="Why" open side onClose={close}>
        <Reasons turn={turn} />
      </Dialog>
    );
  return (
    <aside className="why" aria-labelledby="why-title">
      <div className="why-head">
        <h2 id="why-title">Why</h2>
        <Button kind="quiet" icon="close" label="Close why" onClick={close} />
      </div>
      <Reasons turn={turn} />
    </aside>
  );
}

function Reasons({ turn }: { turn: string }) {
  const query = useGet('/turns/:turn/why', { params: { turn } }, { live: ['turn.ended'] });
  return (
    <Loaded query={query} lines={8}>
      {({ decision }) =>
        decision === null ? (
          <Empty title="Nothing was decided yet">The turn waits, runs, or ended before its decision.</Empty>
        ) : (
          <Decision decision={decision} />
        )
      }
    </Loaded>
  );
}

type Decided = NonNullable<Shapes['TurnExplanation']['decision']>;

/** The scores as they were compared, and what was chosen. */
function Decision({ decision }: { decision: Decided }) {
  const { effectiveMargin, margin, modeInitial, modeTerminal, policyName, policyVersion, scores } = decision;
  const values = Object.values(scores);
  return (
    <>
      <div className="bars">
        {Object.entries(scores).map(([mode, score]) => (
          <Bar
            key={mode}
            label={mode.toLowerCase()}
            value={score}
            min={Math.min(0, ...values)}
            max={Math.max(1, ...values)}
            chosen={mode === modeInitial}
            margin={mode === modeInitial ? margin : 0}
          />
        ))}
      </div>
      <KeyValues
        pairs={[
          ['Mode', modeInitial.toLowerCase()],
          ...(modeTerminal === modeInitial ? [] : [['Ended as', modeTerminal.toLowerCase()] as const]),
          ['Margin', margin.toFixed(3)],
          ['Needed', effectiveMargin.toFixed(3)],
          ['Policy', `${policyName}, version ${policyVersion}`],
        ]}
      />
    </>
  );
}
