import type { Shapes } from '../../api/routes.gen.ts';
import { useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { relationWords, subjectWords } from './subject-words.ts';
import { SaidLink, TrustBadge } from './item-row.tsx';

type GraphView = Shapes['MemoryGraph'];
type Node = GraphView['nodes'][number];

/** One concept of the graph: what it is, what it is connected with, and where it was mentioned. */
export function ConceptCard({
  graph,
  node,
  onChoose,
}: {
  graph: GraphView;
  node: Node;
  onChoose: (id: string) => void;
}) {
  const [, open] = useSearchValue('item');
  const nameOf = new Map(graph.nodes.map(({ id, name }) => [id as string, subjectWords(name)]));
  const edges = graph.edges.filter(({ from, to }) => from === node.id || to === node.id);
  return (
    <Card title={subjectWords(node.name)} actions={<Button onClick={() => open(node.id)}>All of it</Button>}>
      <p className="memory-row-head soft">
        <Badge>{node.kind}</Badge>
        <span>mentioned {node.mentions === 1 ? 'once' : `${node.mentions} times`}</span>
        <TrustBadge trust={node.trust} quiet />
      </p>
      {node.definition !== '' && <TextBlock text={node.definition} />}
      <Bar label="Strength" value={node.strength} />
      <h3>Connected with</h3>
      {edges.length === 0 && <p className="soft">Nothing that is shown.</p>}
      <ul className="memory-concept-edges">
        {edges.map(({ from, id, since, strength, to, type, until }) => {
          const other = from === node.id ? to : from;
          return (
            <li key={id}>
              {from === node.id && <span className="soft">{relationWords(type)} </span>}
              <button type="button" className="link" onClick={() => onChoose(other)}>
                <Words text={nameOf.get(other) ?? other} />
              </button>{' '}
              {from !== node.id && <span className="soft">{relationWords(type)} it </span>}
              <small className="soft">
                {strength.toFixed(2)}, since <Time at={since} as="day" />
                {until !== null && (
                  <>
                    , until <Time at={until} as="day" />
                  </>
                )}
              </small>
            </li>
          );
        })}
      </ul>
      <h3>Mentioned in</h3>
      {node.sources.map((source) => (
        <div key={`${source.episode_id} ${source.exchange_id ?? ''}`} className="memory-row">
          <Words text={source.text ?? 'An episode without words of its own.'} />
          <div className="memory-row-head soft">
            <Time at={source.at} as="day" />
            <TrustBadge trust={source.trust} quiet />
            <SaidLink thread={source.thread_id} turn={source.turn_id} />
          </div>
        </div>
      ))}
    </Card>
  );
}
