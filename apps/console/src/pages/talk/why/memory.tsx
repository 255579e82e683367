import type { Routes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Bar } from '../../../parts/bar.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { plain } from '../words.ts';

type Remembered = Routes['GET /turns/:turn/memory']['answer']['memories'][number];

/** What of memory the model was given, and what was left out, each with the factors of its score. */
export function Memory({ turn }: { turn: string }) {
  const query = useGet('/turns/:turn/memory', { params: { turn } }, { live: ['turn.ended'] });
  return (
    <Loaded query={query} lines={8}>
      {({ memories }) => {
        const used = memories.filter(({ included }) => included);
        const left = memories.filter(({ included }) => !included);
        if (memories.length === 0)
          return (
            <Empty title="Nothing was remembered for this turn">
              No model was called, nothing fitted, or what the model saw is past its retention.
            </Empty>
          );
        return (
          <>
            <p className="soft">
              How it was ranked is stored. The factors are computed again from memory as it stood then, and
              may differ where it has changed.
            </p>
            <Items title={`Used (${used.length})`} items={used} />
            {left.length > 0 && (
              <details className="why-more">
                <summary>Left out ({left.length})</summary>
                <Items title="Left out" items={left} />
              </details>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Items({ title, items }: { title: string; items: readonly Remembered[] }) {
  return (
    <ul className="why-memories" aria-label={title}>
      {items.map((item) => (
        <li key={item.id} className="why-memory">
          <p>
            {item.text === null ? (
              <span className="soft">It is not there any more.</span>
            ) : (
              <Words text={item.text} />
            )}
          </p>
          <div className="row">
            <Badge>{item.kind ?? 'gone'}</Badge>
            <Badge tone={item.trust === 'external' || item.trust === 'unverified' ? 'warn' : 'soft'}>
              {item.trust}
            </Badge>
            {!item.included && <span className="soft">{item.why}</span>}
            {item.text !== null && (
              <Go to="/memory" search={{ item: item.id }} className="link">
                In memory
              </Go>
            )}
          </div>
          <div className="bars">
            <Bar label="rank" value={item.relevance} chosen />
            {Object.entries(item.factors)
              .toSorted(([, a], [, b]) => b - a)
              .map(([name, value]) => (
                <Bar key={name} label={plain(name)} value={value} />
              ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
