import type { Shapes } from '../../api/routes.gen.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';

type Drifted = Shapes['Drifted'];

const outcomes: Readonly<Record<NonNullable<NonNullable<Drifted['said']>['outcome']>, [string, Tone]>> = {
  seen: ['seen', 'good'],
  delivered: ['delivered', 'good'],
  undelivered: ['reached nobody', 'warn'],
  nothing: ['nothing was said', 'soft'],
};

/** Where a thought came up: in words to somebody, or in replies. */
export function Surfaced({ said, used }: Pick<Drifted, 'said' | 'used'>) {
  if (said === null && used === null) return <span className="soft">neither said nor named yet</span>;
  const [words, tone] =
    said === null || said.outcome === null ? (['said', 'accent'] as const) : outcomes[said.outcome];
  return (
    <>
      {used !== null && (
        <span className="soft">
          named in {used.count} {used.count === 1 ? 'reply' : 'replies'}
        </span>
      )}
      {said !== null && (
        <>
          <Badge tone={tone}>{words}</Badge>
          <Go to={`/talk/${said.thread_id}/${said.turn_id}`}>Where it was said</Go>
        </>
      )}
    </>
  );
}
