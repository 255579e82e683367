import { untilLoaded } from '../../api/until-loaded.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { useGo, useSearchValue } from '../../app/navigation.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Decision } from './why/decision.tsx';

const Memory = lazy(async () => ({ default: (await untilLoaded(() => import('./why/memory.tsx'))).Memory }));
const Prompt = lazy(async () => ({ default: (await untilLoaded(() => import('./why/prompt.tsx'))).Prompt }));
const Steps = lazy(async () => ({ default: (await untilLoaded(() => import('./why/steps.tsx'))).Steps }));
const TimeOf = lazy(async () => ({ default: (await untilLoaded(() => import('./why/time-of.tsx'))).TimeOf }));

const views = ['decision', 'memory', 'prompt', 'steps', 'time'] as const;
type View = (typeof views)[number];

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
  const [chosen, choose] = useSearchValue('why');
  const view = views.find((one) => one === chosen) ?? 'decision';
  const later = (content: ReactNode) => <Suspense fallback={<Skeleton lines={6} />}>{content}</Suspense>;
  return (
    <Tabs<View>
      label="Why"
      value={view}
      onChange={(next) => choose(next === 'decision' ? undefined : next)}
      tabs={[
        { value: 'decision', label: 'Decision', content: () => <Decision turn={turn} /> },
        { value: 'memory', label: 'Memory', content: () => later(<Memory turn={turn} />) },
        { value: 'prompt', label: 'Prompt', content: () => later(<Prompt turn={turn} />) },
        { value: 'steps', label: 'Steps', content: () => later(<Steps turn={turn} />) },
        { value: 'time', label: 'Time', content: () => later(<TimeOf turn={turn} />) },
      ]}
    />
  );
}
