import { untilLoaded } from '../../api/until-loaded.ts';
import { lazy, Suspense } from 'react';
import { useParam } from '../../app/navigation.tsx';
import { useMedia } from '../../app/use-media.ts';
import { classes } from '../../parts/class-names.ts';
import { Skeleton } from '../../parts/states.tsx';
import { Conversation } from './conversation.tsx';
import { Threads } from './threads.tsx';

const Why = lazy(async () => ({ default: (await untilLoaded(() => import('./why.tsx'))).Why }));

/** Threads, the one that is open, and beside it why a turn went as it did. On a phone one of them at a time. */
export function Page() {
  const thread = useParam('thread');
  const turn = useParam('turn');
  const phone = useMedia('(max-width: 639px)');
  const showsThreads = !phone || thread === undefined;
  return (
    <div className={classes('talk', turn !== undefined && 'with-why')}>
      {showsThreads && <Threads open={thread} />}
      {(!phone || thread !== undefined) && (
        <Conversation key={thread ?? 'new'} thread={thread ?? 'new'} turn={turn} />
      )}
      {thread !== undefined && turn !== undefined && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <Why thread={thread} turn={turn} phone={phone} />
        </Suspense>
      )}
    </div>
  );
}
