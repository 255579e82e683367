import type { ChunkProposal, Trust } from '@salience/contracts';
import { type ChunkRules, chunkRules } from './chunk-rules.ts';
import { lowestTrust } from './trust.ts';
import { sameWords, type SourceWords, sourceWords, supportOf, wordsOf } from './words.ts';

/** The exchange that a proposal claims to be about. */
export interface ChunkSource {
  readonly message: string;
  readonly reply: string | null;
  /** Who spoke; null is the agent's own person. */
  readonly speaker: string | null;
  readonly trust: Trust;
}

type Gist = ChunkProposal['gists'][number];
type Fact = ChunkProposal['facts'][number];
type Entity = ChunkProposal['entities'][number];

/** What is kept of a proposal, best first, and how much was refused and why. */
export interface AcceptedChunk {
  readonly gists: readonly (Gist & { readonly trust: Trust })[];
  readonly facts: readonly (Fact & { readonly trust: Trust })[];
  readonly entities: readonly Entity[];
  /** Numbers only: what was proposed is content and stays out of logs. */
  readonly refused: {
    readonly unsupported: number;
    readonly doubtful: number;
    readonly repeated: number;
    readonly excess: number;
  };
}

/**
 * Decides what is kept of a proposal (law 6). A fact must stand in what was said: the agent's reply is no evidence.
 * A gist may rest on the reply too; then its trust is no higher than the agent's (law 10). What is unsupported,
 * doubtful, said twice or too much is refused and counted. Same input, same output.
 */
export function acceptChunk(
  proposal: ChunkProposal,
  source: ChunkSource,
  rules: ChunkRules = chunkRules,
): AcceptedChunk {
  const refused = { unsupported: 0, doubtful: 0, repeated: 0, excess: 0 };
  // The speaker's name is a word of the exchange: "I moved to Rome", said by Ana, supports "Ana lives in Rome".
  const said = sourceWords([source.message, source.speaker]);
  const all = sourceWords([source.message, source.speaker, source.reply]);
  const sift = <T>(items: readonly T[], supported: (item: T) => boolean, sure: (item: T) => boolean): T[] =>
    items.filter((item) => {
      if (!supported(item)) refused.unsupported += 1;
      else if (!sure(item)) refused.doubtful += 1;
      else return true;
      return false;
    });
  const keep = <T>(items: readonly T[], same: (a: T, b: T) => boolean, max: number): T[] => {
    const kept: T[] = [];
    for (const item of items) {
      if (kept.some((other) => same(other, item))) refused.repeated += 1;
      else if (kept.length >= max) refused.excess += 1;
      else kept.push(item);
    }
    return kept;
  };
  const sure = (item: { confidence: number }) => item.confidence >= rules.confidenceMin;

  const facts = sift(proposal.facts, (fact) => factStands(fact, said, rules), sure).toSorted(byConfidence);
  const gists = sift(
    proposal.gists,
    (gist) => supportOf(gist.content, all) >= rules.gistSupportMin,
    sure,
  ).toSorted(byConfidence);
  const entities = sift(
    proposal.entities,
    (entity) => supportOf(entity.name, all) === 1,
    () => true,
  );
  return {
    facts: keep(facts, sameFact, rules.factsMax).map((fact) => ({ ...fact, trust: source.trust })),
    gists: keep(gists, (a, b) => sameWords(a.content, b.content, rules.sameGistMin), rules.gistsMax).map(
      (gist) => ({
        ...gist,
        trust:
          supportOf(gist.content, said) >= rules.gistSupportMin
            ? source.trust
            : lowestTrust([source.trust, 'agent']),
      }),
    ),
    entities: keep(entities, (a, b) => fold(a.name) === fold(b.name), rules.entitiesMax),
    refused,
  };
}

function factStands(fact: Fact, said: SourceWords, rules: ChunkRules): boolean {
  const aboutSpeaker = fold(fact.subject) === 'user';
  return (
    supportOf(fact.value, said) >= rules.factSupportMin &&
    (aboutSpeaker || supportOf(fact.subject, said) >= rules.factSupportMin)
  );
}

/** One statement said twice; of two forms of one value ("Porto", "porto") the surer came first and is kept. */
function sameFact(a: Fact, b: Fact): boolean {
  return fold(a.subject) === fold(b.subject) && a.key === b.key && fold(a.value) === fold(b.value);
}

// Sorting is stable: of equals the model's first stays first.
function byConfidence(a: { confidence: number }, b: { confidence: number }): number {
  return b.confidence - a.confidence;
}

function fold(text: string): string {
  return wordsOf(text).join(' ');
}
