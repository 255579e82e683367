import type { ParsedPrompt } from '@salience/context';
import { type EntityTest, findSpan } from './answer-span.ts';
import { collectEvidence, type Corpus, type Evidence } from './evidence.ts';
import { contentStems, detectLanguage, type Language, splitWords } from './language.ts';
import { dayOf, hasIntroducedItself, type Phrases, phrases } from './phrases.ts';
import { findQuestion, type Question } from './question.ts';
import { socialReply } from './social.ts';
import { isRequest, statementsOf, turnAround } from './statement.ts';

/** Share of the question's weight that evidence must cover. */
const coverageNeeded = 0.62;
/** Evidence this close to the best is as good; then the newer one counts. */
const tie = 0.12;

/**
 * The offline reply to a prompt: an extract from what was said, a short social sentence, a question back, or an honest
 * "I don't know". Same prompt, same bytes.
 */
export function respond(prompt: ParsedPrompt, isEntity: EntityTest): string {
  const { text } = prompt.message;
  const language = detectLanguage(text);
  const say = phrases[language];
  switch (prompt.template) {
    case 'REMIND':
      return `${say.reminder} ${turnAround(text.trim(), language) ?? text.trim()}`;
    case 'CLARIFY':
      return clarify(text, language, say);
    case 'ACKNOWLEDGE':
      return socialReply(text) ?? confirm(text, language, say) ?? say.agreed;
    case 'RESPOND': {
      const social = socialReply(text);
      if (social !== undefined) return social;
      if (isAboutAgent(text)) return `${prompt.agentName}. ${say.whoIAm}`.replace(/^\. /, '');
      const question = findQuestion(text, language);
      if (question !== undefined) return answer(question, prompt, isEntity);
      if (isRequest(text)) return `${say.cannot} ${say.whoIAm}`;
      return confirm(text, language, say) ?? say.agreed;
    }
  }
}

function answer(asked: Question, prompt: ParsedPrompt, isEntity: EntityTest): string {
  const say = phrases[asked.language];
  const corpus = collectEvidence(prompt);
  const question = asked.anaphoric ? withReferent(asked, prompt) : asked;
  const ranked = rank(question, corpus);
  if (question.kind === 'about' && ranked.length > 0) {
    return ranked
      .slice(0, 3)
      .toSorted((a, b) => a.evidence.order - b.evidence.order)
      .map(({ evidence }) => quote(evidence, prompt, asked.language))
      .join('\n');
  }
  for (const { evidence } of ranked.slice(0, 4)) {
    const span = findSpan(question, evidence.text, isEntity);
    if (span !== undefined) return `${capitalise(span)}. ${quote(evidence, prompt, asked.language)}`;
  }
  const best = ranked[0];
  // Without a span of the kind asked for, only a sentence that speaks of everything in the question is worth showing.
  if (best !== undefined && best.coverage > 0.85 && (question.kind === 'what' || question.kind === 'yesno')) {
    return quote(best.evidence, prompt, asked.language);
  }
  const introduced = hasIntroducedItself(prompt.history.map((item) => item.reply));
  return introduced ? say.unknown : `${say.unknown} ${say.whoIAm}`;
}

interface Ranked {
  readonly evidence: Evidence;
  readonly coverage: number;
  readonly score: number;
}

function rank(question: Question, corpus: Corpus): Ranked[] {
  const total = question.stems.reduce((sum, stem) => sum + corpus.weigh(stem), 0);
  const relations = question.stems.filter((stem) => corpus.aliases.has(stem));
  const ranked: Ranked[] = [];
  for (const evidence of corpus.sentences) {
    if (![...question.names, ...relations].every((stem) => evidence.stems.has(stem))) continue;
    if (question.aboutAsker && !speaksOfAsker(evidence, question)) continue;
    const covered = question.stems.reduce(
      (sum, stem) => sum + corpus.weigh(stem) * (evidence.stems.get(stem) ?? 0),
      0,
    );
    const coverage = total === 0 ? (question.aboutAsker ? 1 : 0) : covered / total;
    if (coverage < coverageNeeded) continue;
    const source = evidence.trust === 'owner' || evidence.trust === 'user' ? 1 : 0.85;
    const kind = evidence.kind === 'exchange' ? 1 : 0.97;
    ranked.push({ evidence, coverage, score: coverage * source * kind });
  }
  const best = Math.max(0, ...ranked.map((item) => item.score));
  const near = (item: Ranked) => item.score >= best - tie;
  return ranked.toSorted((a, b) => {
    if (near(a) !== near(b)) return near(a) ? -1 : 1;
    return near(a) ? b.evidence.order - a.evidence.order || b.score - a.score : b.score - a.score;
  });
}

// "Where do I live?" is answered by a sentence whose subject is the asker, not by one about somebody of theirs.
function speaksOfAsker(evidence: Evidence, question: Question): boolean {
  if (evidence.kind === 'fact' && /^(user|you|the user)\b/i.test(evidence.text)) return true;
  if (evidence.speaker !== 'user') return false;
  if (/\b(I|I[’']m|I[’']ve|we|ich|wir|je|j[’']|yo|eu|io|call me|me)\b/.test(evidence.text)) return true;
  // Without a pronoun ("Vivo en Porto", "my name is …") the rest of the question must be in the subject.
  if (/^(my|mein|meine|mon|ma|mi|meu|minha|mio|mia|il mio|la mia|o meu|a minha)\b/i.test(evidence.text)) {
    const subject = contentStems(
      evidence.text.split(/\b(?:is|are|was|ist|est|es|é|è)\b/i)[0] ?? '',
      question.language,
    );
    return subject.length > 0 && subject.every((stem) => question.stems.includes(stem) || stem === 'nam');
  }
  return question.language !== 'en';
}

/** "Where does she live?": whoever was spoken of last is meant. */
function withReferent(question: Question, prompt: ParsedPrompt): Question {
  for (const item of prompt.history.toReversed()) {
    const relation = /\b(?:my|our|meine?|mon|ma|mi|minha|meu|mia|mio)\s+(\p{L}+)/iu.exec(item.text)?.[1];
    const name = /(?<=[\p{L},]\s)(\p{Lu}[\p{L}'’-]+)/u.exec(item.text)?.[1];
    const [referent] = contentStems(relation ?? name ?? '', question.language);
    if (referent !== undefined) return { ...question, stems: [...new Set([referent, ...question.stems])] };
  }
  return question;
}

function quote(evidence: Evidence, prompt: ParsedPrompt, language: Language): string {
  const say = phrases[language];
  const day = dayOf(evidence.at, language);
  const date = day === dayOf(prompt.message.at, language) ? undefined : day;
  const mine = evidence.speaker === 'user' && evidence.trust !== 'external';
  const lead = mine
    ? say.toldMe(date)
    : say.saidBy(evidence.speaker === 'user' ? 'Somebody' : evidence.speaker, date);
  return `${lead} ${say.quotes[0]}${evidence.text}${say.quotes[1]} [${evidence.exchangeId}]`;
}

function confirm(text: string, language: Language, say: Phrases): string | undefined {
  const statements = statementsOf(text).filter((sentence) => findQuestion(sentence, language) === undefined);
  if (statements.length === 0) return undefined;
  const shown = statements.slice(0, 3).join(' ');
  const turned = turnAround(shown, language);
  if (turned !== undefined) return `${say.noted} ${/[.!?…]$/.test(turned) ? turned : `${turned}.`}`;
  return `${say.noted} ${say.quotes[0]}${cut(shown)}${say.quotes[1]}`;
}

function clarify(text: string, language: Language, say: Phrases): string {
  const pointer =
    /\b(that thing|this thing|the other one|the one|that one|it|that|this|they|them|those|these|there|das|es|ça|cela|eso|esto|isso|isto|quello|questo)\b/i;
  const found = splitWords(text).length <= 12 ? pointer.exec(text)?.[0] : undefined;
  return found === undefined
    ? say.askMore(cut(text.trim().replace(/[?.!]+$/, ''), 80))
    : say.askMeaning(found);
}

function isAboutAgent(text: string): boolean {
  return /\b(who|what) (exactly )?are you\b|\bwhat('s| is) your name\b|\bare you (an? )?(ai|bot|robot|human|real|llm|model|person|chatgpt)\b|\bwhat can you do\b|\bwer bist du\b|\bqui es-tu\b|\bquién eres\b|\bquem (és|é você)\b|\bchi sei\b/i.test(
    text,
  );
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cut(text: string, max = 240): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
