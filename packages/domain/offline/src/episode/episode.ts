import { capText, contentStems, detectLanguage, splitSentences, splitWords } from '@salience/language';
import type { EpisodePromptInput, PromptExchange } from '@salience/context';
import type { EpisodeProposal } from '@salience/contracts';
import { gistOf } from '../chunk/chunk.ts';
import { mannerOf } from './episode-fields.ts';
import { findFacts } from '../chunk/fact-patterns.ts';
import { phrases } from '../reply/phrases.ts';
import { findQuestion } from '../reply/question.ts';

interface Said {
  readonly text: string;
  readonly exchange: PromptExchange;
  readonly place: number;
  readonly stems: readonly string[];
  readonly isQuestion: boolean;
}

const feeling =
  /\b(happy|sad|angry|afraid|scared|worried|excited|love|hate|upset|proud|sorry|cried|crying|anxious|stressed|lonely|grateful|wonderful|terrible|awful|amazing|thrilled|devastated|hurt|furious|joy|miss)\b|!/gi;

/** An episode made of sentences that were said; nothing is put into other words. Always fits its schema. */
export function proposeEpisode(input: EpisodePromptInput): EpisodeProposal {
  const said = input.exchanges.flatMap(sentencesOf);
  const statements = said.filter((item) => !item.isQuestion && splitWords(item.text).length > 2);
  const questions = said.filter((item) => item.isQuestion);
  const gist = salient(statements.length > 0 ? statements : said);
  const wish = said.find((item) => gistOf(item.text, false)?.type === 'intent');
  const open = questions.filter((item) => !isAnswered(item.exchange));
  const commitments = statements.filter((item) => gistOf(item.text, false)?.type === 'commitment');
  const lastReply =
    input.exchanges.findLast((item) => item.reply !== null && item.reply.trim() !== '')?.reply ?? '';
  const first = said[0]?.text ?? '';
  return {
    gist: capText(gist.map((item) => item.text).join(' ') || 'Nothing was said.', 1_500),
    intent: capText(questions[0]?.text ?? wish?.text ?? (first || 'Nothing was said.'), 300),
    ...mannerOf(said, input),
    outcome: capText(splitSentences(lastReply)[0] ?? '', 600),
    openLoops: [...new Set([...open, ...commitments].map((item) => capText(item.text, 300)))].slice(0, 8),
    factors: {
      novelty: noveltyOf(statements),
      emotional: share(
        said.reduce((sum, item) => sum + (item.text.match(feeling)?.length ?? 0), 0),
        said.length * 2,
      ),
      commitment: share(commitments.length, Math.max(1, statements.length)),
      unresolved: open.length > 0,
    },
  };
}

function sentencesOf(exchange: PromptExchange): Said[] {
  const language = detectLanguage(exchange.text);
  return splitSentences(exchange.text).map((text, place) => ({
    text,
    exchange,
    place,
    stems: contentStems(text, language),
    isQuestion: findQuestion(text, language) !== undefined,
  }));
}

// The three sentences that share most with the rest of the talk and state something, in the order they were said.
function salient(said: readonly Said[]): Said[] {
  const counts = new Map<string, number>();
  for (const item of said)
    for (const stem of new Set(item.stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const scored = said.map((item, order) => {
    const central = item.stems.reduce((sum, stem) => sum + Math.log1p(counts.get(stem) ?? 0), 0);
    const facts = findFacts(item.text, 'user', undefined).length;
    return { item, order, score: central / Math.sqrt(item.stems.length + 3) + facts };
  });
  return scored
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, 3)
    .toSorted((a, b) => a.order - b.order)
    .map((entry) => ({ ...entry.item, text: capText(entry.item.text, 480) }));
}

function isAnswered(exchange: PromptExchange): boolean {
  const reply = exchange.reply?.trim() ?? '';
  if (reply === '') return false;
  return (
    !Object.values(phrases).some((say) => reply.startsWith(say.unknown) || reply.startsWith(say.cannot)) &&
    !/\b(i don't know|i do not know|i'm not sure|i am not sure)\b/i.test(reply)
  );
}

function noveltyOf(statements: readonly Said[]): number {
  const all = statements.flatMap((item) => item.stems);
  return all.length === 0 ? 0 : share(new Set(all).size, all.length);
}

function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round(Math.min(1, part / whole) * 1_000) / 1_000;
}
