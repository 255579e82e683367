import type { Mode, Trust } from '@salience/contracts';
import type { WorldItem } from './prompt.ts';

/** One exchange as the background roles see it. */
export interface PromptExchange {
  readonly id: string;
  /** ISO 8601; written as the clocks of the zone show it. */
  readonly at: string;
  /** The IANA time zone of the speaker; default UTC. */
  readonly zone?: string | undefined;
  readonly speaker: string;
  readonly trust: Trust;
  readonly text: string;
  readonly reply: string | null;
}

/** The chunk of one exchange. */
export interface PromptChunk {
  readonly exchangeId: string;
  /** Sentiment: 0 bad, 1 good; null or unset if unknown. */
  readonly sentiment?: number | null | undefined;
  readonly gists: readonly string[];
  readonly facts: readonly string[];
}

/** The input of a chunk. */
export interface ChunkPromptInput {
  readonly exchange: PromptExchange;
  /** The exchanges just before, for understanding only: nothing is extracted from them. */
  readonly neighbours: readonly PromptExchange[];
  readonly worldState: readonly Pick<WorldItem, 'id' | 'kind' | 'text' | 'trust'>[];
  /** The speaker's name, and the keys of their traits. */
  readonly known?: { readonly name: string | undefined; readonly keys: readonly string[] } | undefined;
}

/** A stretch of exchanges, oldest first, as it is asked about in one question. */
export interface StretchPromptInput {
  readonly exchanges: readonly (PromptExchange & {
    /** Its chunk, if there is one; then no new one is requested. */
    readonly noted?: PromptChunk | undefined;
  })[];
  /** The exchanges just before, for understanding only: nothing is extracted from them. */
  readonly neighbours: readonly PromptExchange[];
  readonly worldState: ChunkPromptInput['worldState'];
  /** The speaker's name, and the keys of their traits. */
  readonly known?: ChunkPromptInput['known'];
  /** Concepts of before that are named here. */
  readonly concepts: ConceptPromptInput['known'];
  /** The stretch is complete: its episode and concepts are requested too. */
  readonly whole: boolean;
}

/** The input of an episode. */
export interface EpisodePromptInput {
  readonly exchanges: readonly PromptExchange[];
  readonly chunks: readonly PromptChunk[];
}

/** The input of the tie-breaker. */
export interface TiebreakPromptInput {
  readonly message: string;
  readonly candidates: readonly [Mode, Mode];
}

/** The input of an episode's concepts. */
export interface ConceptPromptInput {
  /** Empty where the episode was not made of exchanges. */
  readonly exchanges: readonly PromptExchange[];
  /** The text of the episode. */
  readonly told: string;
  /** Concepts of before that are named here. */
  readonly known: readonly { readonly name: string; readonly kind: string }[];
}

/** A concept as an idle thought sees it. */
export interface DriftPromptConcept {
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
  readonly trust: Trust;
}

/** The input of a thought. */
export interface DriftPromptInput {
  /** ISO 8601; this and the episode's time are written as the clocks of the zone show them. */
  readonly now: string;
  /** The IANA time zone of whom the agent serves. */
  readonly zone: string;
  /** The one that it began with first. */
  readonly concepts: readonly DriftPromptConcept[];
  /** Relations between them, by name. */
  readonly links: readonly {
    readonly from: string;
    readonly type: string;
    readonly to: string;
    readonly trust: Trust;
  }[];
  readonly episode: {
    readonly at: string;
    readonly trust: Trust;
    readonly gist: string;
    readonly intent: string;
    readonly outcome: string;
    readonly openLoops: readonly string[];
  };
  /** Earlier thoughts, newest first. */
  readonly earlier: readonly string[];
}

/** The input of an experience's episode. */
export interface ExperiencePromptInput {
  /** The message that the tool was used for. */
  readonly request: { readonly text: string; readonly trust: Trust };
  /** `arguments` as JSON. */
  readonly call: { readonly tool: string; readonly arguments: string };
  /** `at`: ISO 8601; written as the clocks of the zone show it. */
  readonly answer: { readonly text: string; readonly at: string };
  /** The IANA time zone of who asked. */
  readonly zone: string;
}

/** Something that a statement of an autobiography may rest on. */
export interface BiographyGround {
  readonly kind: string;
  /** Its text: the gist of an episode, the value of a trait, the name of a concept, a relation in words. */
  readonly text: string;
  /** ISO 8601: when it ended or was last seen. */
  readonly at: string;
  readonly trust: Trust;
  readonly intent?: string | undefined;
  readonly outcome?: string | undefined;
  readonly openLoops?: readonly string[] | undefined;
  readonly person?: string | undefined;
  readonly key?: string | undefined;
  readonly category?: string | undefined;
  readonly definition?: string | null | undefined;
  readonly mentions?: number | undefined;
}

/** The same under the short name by which a model refers to it. */
export interface BiographyPromptItem extends BiographyGround {
  readonly ref: string;
  /** The day of `at` where the person is: `2026-11-22`. */
  readonly day: string;
}

/** The input of the next version of an autobiography. */
export interface BiographyPromptInput {
  /** ISO 8601; written as the clocks of the zone show it. */
  readonly now: string;
  /** The IANA time zone of the person. */
  readonly zone: string;
  readonly items: readonly BiographyPromptItem[];
  readonly told: readonly {
    readonly section: string;
    readonly text: string;
    readonly refs: readonly string[];
  }[];
}
