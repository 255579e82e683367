import type { TextCues } from '../cues/extract-cues.ts';
import { isLikenessModel, type Likeness, readable } from './read-likeness.ts';

/** Between which values a number lies. */
export interface Range {
  readonly lowest: number;
  readonly highest: number;
}

/** Between which values a message's likeness lies. */
export type LikenessBounds = Readonly<Record<keyof Likeness, Range>>;

const nothing: Range = { lowest: 0, highest: 0 };
const anything: Range = { lowest: 0, highest: 1 };
const none: LikenessBounds = { act: nothing, respond: nothing, acknowledge: nothing };
const any: LikenessBounds = { act: anything, respond: anything, acknowledge: anything };

/** What a courtesy is like: a nod. A test embeds each of them; what it finds lies 0.04 and more inside. */
const courtesy: LikenessBounds = {
  act: { lowest: 0, highest: 0.25 },
  respond: { lowest: 0, highest: 0.3 },
  acknowledge: { lowest: 0.6, highest: 1 },
};

/** Courtesies as people write them, in small letters, without the full stops and exclamation marks behind them. */
export const courtesies: readonly string[] =
  "thanks|thank you|thank u|thankyou|thx|ty|cheers|many thanks|thanks a lot|thank you so much|thank you very much|thanks again|thanks so much|thank you sir|ok|okay|alright|all right|got it|got it thanks|got it, thanks|ok thanks|ok, thanks|ok thank you|ok, thank you|okay thanks|okay, thanks|okay thank you|okay, thank you|yes thanks|yes thank you|no thanks|no thank you|bye|ok bye|okay bye|good bye|goodbye|ok good bye|good night|that's all|that's all thanks|thanks bye|thank you bye|have a nice day|have a great day".split(
    '|',
  );

const known: ReadonlySet<string> = new Set(courtesies);

/**
 * What can be said of a message's likeness without its vector. A text that has none (in another language, of an embedding model without directions)
 * has exactly none; a courtesy is like a nod; of anything else nothing is known.
 */
export function boundLikeness(input: {
  readonly text: string;
  /** Undefined: messages are not embedded. */
  readonly modelId: string | undefined;
  readonly cues: Pick<TextCues, 'languages' | 'tokenCount'>;
}): LikenessBounds {
  const { cues, modelId, text } = input;
  if (modelId === undefined || !isLikenessModel(modelId) || !readable(cues)) return none;
  return known.has(bare(text)) ? courtesy : any;
}

const longest = 40;

function bare(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > longest) return '';
  return trimmed
    .toLowerCase()
    .replace(/[.!\s]+$/u, '')
    .replace(/\s+/gu, ' ');
}
