import { useEffect, useState } from 'react';
import type { Shapes } from '../../api/routes.gen.ts';
import { Button } from '../../parts/button.tsx';
import { Graph } from '../../parts/graph.tsx';
import { Slider } from '../../parts/slider.tsx';
import { relationWords, subjectWords } from './subject-words.ts';

type GraphView = Shapes['MemoryGraph'];
type Frame = GraphView['frames'][number];

/** How long a step is shown while the steps are played, in milliseconds. */
const frameMs = 1_200;

/** The graph with the steps of spreading: played, one by one, or by a slider. */
export function ConceptFrames({
  graph,
  chosen,
  onChoose,
}: {
  graph: GraphView;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { step, setStep, plays, play } = usePlayed(graph.frames.length);
  const frame = graph.frames[step];
  return (
    <section className="memory-concept-graph" aria-label="Concepts and what connects them">
      {frame !== undefined && (
        <div className="memory-concept-steps">
          <Button kind="primary" pressed={plays} onClick={play}>
            {plays ? 'Stop' : 'Play'}
          </Button>
          <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
            Step back
          </Button>
          <Button disabled={step === graph.frames.length - 1} onClick={() => setStep(step + 1)}>
            Step
          </Button>
          <Slider
            label="Step"
            value={step}
            min={0}
            max={graph.frames.length - 1}
            words={(at) => `${at} of ${graph.frames.length - 1}`}
            onChange={setStep}
          />
        </div>
      )}
      <p className="soft" aria-live="polite">
        {frame === undefined
          ? 'The strongest concepts. Ask a question to see activation spread.'
          : stepWords(graph, step)}
      </p>
      <Drawn graph={graph} frame={frame} chosen={chosen} onChoose={onChoose} />
      {graph.left_out > 0 && <p className="soft">{graph.left_out} less active ones are left out.</p>}
    </section>
  );
}

function Drawn({
  graph,
  frame,
  ...rest
}: {
  graph: GraphView;
  frame: Frame | undefined;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const energy = new Map(frame?.active.map((one) => [one.id as string, one.energy]));
  const lit = new Set(frame?.edges);
  return (
    <Graph
      label="Concepts, how active each is, and what it leads to"
      nodes={graph.nodes.map(({ id, name, seed, strength }) => {
        const active = energy.get(id) ?? 0;
        return frame === undefined
          ? { id, label: subjectWords(name), weight: strength, note: `strength ${strength.toFixed(2)}` }
          : {
              id,
              label: subjectWords(name),
              weight: active,
              note: seed ? 'named in the question' : active.toFixed(3),
            };
      })}
      edges={graph.edges.map(({ from, id, strength, to, type }) => ({
        from,
        to,
        strength,
        label: relationWords(type),
        lit: lit.has(id),
      }))}
      {...rest}
    />
  );
}

function stepWords(graph: GraphView, at: number): string {
  const frame = graph.frames[at];
  if (frame === undefined) return '';
  const count = frame.active.length;
  const seeds = graph.nodes.filter(({ seed }) => seed).length;
  if (frame.step === 0) return `The question names ${seeds} ${seeds === 1 ? 'concept' : 'concepts'}.`;
  return `After step ${frame.step}: ${count} active, ${count - seeds} beside those of the question.`;
}

/** A step that moves by itself while it is played, and stops at the last one. */
function usePlayed(frames: number) {
  const [step, setStep] = useState(Math.max(0, frames - 1));
  const [plays, setPlays] = useState(false);
  const isLast = step >= frames - 1;
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setTimeout(() => (isLast ? setPlays(false) : setStep(step + 1)), frameMs);
    return () => clearTimeout(timer);
  }, [plays, isLast, step]);
  return {
    step: Math.min(step, Math.max(0, frames - 1)),
    plays,
    setStep: (next: number) => {
      setPlays(false);
      setStep(next);
    },
    play: () => {
      if (!plays && isLast) setStep(0);
      setPlays(!plays);
    },
  };
}
