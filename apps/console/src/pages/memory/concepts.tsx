import { useState } from 'react';
import { useGet } from '../../api/use-get.ts';
import type { Shapes } from '../../api/routes.gen.ts';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { TextInput } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { ConceptCard } from './concept-card.tsx';
import { ConceptFrames } from './concept-frames.tsx';
import { MemoryPage } from './page.tsx';
import { useSettled } from './use-settled.ts';

// The picture is loaded while its data are asked for.
void import('../../parts/force-graph.tsx');

/** The concept graph: how activation spreads from a question, step by step; without one the strongest concepts. */
export function Page() {
  const [asked = '', ask] = useSearchValue('q');
  const [words, setWords] = useState(asked);
  useSettled(words, (settled) => ask(settled.trim() === '' ? undefined : settled.trim()));
  const query = useGet('/memory/graph', { query: asked === '' ? {} : { q: asked } }, { live: ['memory'] });
  return (
    <MemoryPage
      flows
      controls={
        <TextInput
          label="A question"
          type="search"
          placeholder="What does my sister like?"
          hint="Names of people, places and things in it are where activation begins"
          value={words}
          onChange={setWords}
        />
      }
    >
      <Loaded query={query} lines={10}>
        {(graph) =>
          graph.nodes.length === 0 ? <NoConcept asked={asked} /> : <Shown key={asked} graph={graph} />
        }
      </Loaded>
    </MemoryPage>
  );
}

function Shown({ graph }: { graph: Shapes['MemoryGraph'] }) {
  const [chosen, choose] = useState<string>();
  const node = graph.nodes.find(({ id }) => id === chosen) ?? graph.nodes[0];
  return (
    <div className="memory-columns concepts">
      <ConceptFrames graph={graph} chosen={node?.id} onChoose={choose} />
      {node !== undefined && <ConceptCard graph={graph} node={node} onChoose={choose} />}
    </div>
  );
}

function NoConcept({ asked }: { asked: string }) {
  return asked === '' ? (
    <Empty title="No concept yet" action={<Go to="/talk">Go to Talk</Go>}>
      People, places and things become concepts once they come up in an episode.
    </Empty>
  ) : (
    <Empty title="The question names no concept">
      Name a person, a place or a thing that the agent has heard of.
    </Empty>
  );
}
