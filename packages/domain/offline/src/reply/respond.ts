import { isLate } from '@salience/contracts';
import {
  localDay,
  localTime,
  localZone,
  contentStems,
  detectLanguage,
  type LanguageCode,
  splitWords,
} from '@salience/language';
import type { ReadDue } from '@salience/due-times';
import type { ShownMessage, ShownPrompt } from '@salience/context';
import { completedAsk, orderAsked, readOrder } from '../plan/asked-before.ts';
import { completeSchedule } from '../plan/schedule-orders.ts';
import { type EntityTest, findSpan } from './answer-span.ts';
import { lacksItem, lacksWhat } from '../plan/completed-order.ts';
import { readChange } from '../plan/change-words.ts';
import { readItems } from '../plan/item-words.ts';
import { withoutThanks } from '../plan/manners.ts';
import { isRefusal, isSentence } from '../plan/sentence.ts';
import { askBack } from './ask-back.ts';
import { askChange } from './ask-change.ts';
import { languageHere, languageSpoken } from './language-here.ts';
import { askWhen } from './ask-when.ts';
import { confirm, confirmFacts } from './confirm.ts';
import { onlyRecalled, tellDeeds } from './deeds.ts';
import { collectEvidence, type Corpus, type Evidence } from './evidence.ts';
import { findIntent, type FoundIntent } from './intents.ts';
import { hasIntroducedItself, type Phrases, phrases } from './phrases.ts';
import { completeQuestion } from './complete-question.ts';
import { findQuestion, type Question } from './question.ts';
import { isTold, showEvidence } from './quote.ts';
import { sayThoughts } from './say-thoughts.ts';
import { selfPhrases } from './self-phrases.ts';
import { greetBack, socialReply } from './social.ts';
import { timePattern } from './span-patterns.ts';
import { isRequest, isTask, turnAround } from './statement.ts';

/** Share of the question's weight that evidence must cover. */
const coverageNeeded = 0.62;
/** Evidence this close to the best is as good; then the newer one counts. */
const tie = 0.12;

/**
 * The offline reply to a prompt: what was done for the message, an extract from what was said, a short social sentence, a question
 * back, or an honest "I don't know". Same prompt, same bytes.
 */
export function respond(prompt: ShownPrompt, isEntity: EntityTest, readDue: ReadDue): string {
  const deeds = isOwn(prompt) ? undefined : tellDeeds(prompt);
  if (deeds === undefined)
    return askForTime(prompt, readDue) ?? askForChange(prompt, readDue) ?? respondToWords(prompt, isEntity);
  if (!onlyRecalled(prompt)) return deeds;
  // What the prompt itself remembers comes with its source; what was looked up stands in where it says nothing.
  const said = respondToWords({ ...prompt, actions: [] }, isEntity);
  return /\[ex_/.test(said) ? said : deeds;
}

/** The replies that say something and answer nobody. */
const ownReplies: ReadonlySet<ShownPrompt['template']> = new Set(['REMIND', 'THOUGHT', 'WAKE', 'FLOOR']);

function isOwn({ template }: Pick<ShownPrompt, 'template'>): boolean {
  return ownReplies.has(template);
}

/** Asks for the time of a reminder that is ordered, or whose time was asked for before and is not clear yet; undefined where none is. */
function askForTime(prompt: ShownPrompt, readDue: ReadDue): string | undefined {
  const { history, message } = prompt;
  const moment = { now: new Date(message.at), zone: localZone(message.zone) };
  if (isOwn(prompt) || message.text.length > longestOrder || Number.isNaN(moment.now.getTime()))
    return undefined;
  if (lacksWhat(message.text) || lacksItem(message.text))
    return askBack(prompt, detectLanguage(message.text));
  const order =
    readOrder(message.text, moment, readDue) ?? completedAsk(message, history, { moment, readDue });
  if (order !== undefined) return askWhen(order);
  const before = orderAsked(history, message, { moment, readDue });
  const completed =
    before && completeSchedule(before.order, [...before.answers, message.text], { moment, readDue });
  return completed?.kind === 'ask' ? askWhen(completed) : undefined;
}

/** Asks what is to be changed of what was ordered, where a message says so and nothing was done. */
function askForChange(prompt: ShownPrompt, readDue: ReadDue): string | undefined {
  if (isOwn(prompt)) return undefined;
  return askChange(prompt, readDue, languageSpoken(prompt.history) ?? detectLanguage(prompt.message.text));
}

/** A longer message is no order. */
const longestOrder = 4_000;

function respondToWords(prompt: ShownPrompt, isEntity: EntityTest): string {
  const { completes, text } = prompt.message;
  const language = isOwn(prompt) ? detectLanguage(text) : languageHere(text, prompt.history);
  const say = phrases[language];
  if (prompt.template === 'REMIND')
    return `${say.reminder} ${turnAround(text.trim(), language) ?? text.trim()}${lateness(prompt.message, say)}`;
  if (prompt.template === 'WAKE') return `${say.noticed} ${text.trim()}`;
  if (prompt.template === 'FLOOR') return sayThoughts(text);
  if (prompt.template === 'THOUGHT') return `${say.thought} ${text.trim()}`;
  const intent = findIntent(text, language);
  if (intent !== undefined) return replyTo(intent, prompt);
  if (isRefusal(text)) return say.agreed;
  const social = socialReply(text);
  if (social !== undefined) return social;
  if (isPolite(prompt)) return say.agreed;
  if (asksBack.test(text)) {
    const noted = confirmFacts(text, language, true);
    if (noted !== undefined) return `${noted} ${selfPhrases[language].noneOfMine}`;
  }
  const statement = () => confirm(text, language, isEntity);
  const babble = () => (completes === undefined ? askBack(prompt, language) : answerBabble(prompt, say));
  switch (prompt.template) {
    case 'CLARIFY':
      return askBack(prompt, language);
    case 'ACKNOWLEDGE':
      return isBabble(text) ? babble() : (statement() ?? say.agreed);
    case 'RESPOND': {
      // "They are big" tells, it does not ask.
      const told = completes !== undefined && isSentence(text) && findQuestion(text, language) === undefined;
      const completed = told ? undefined : completeQuestion(prompt.message, language);
      if (completed !== undefined) return answer(completed, prompt, isEntity);
      const question = findQuestion(text, language);
      if (question !== undefined) return answer(question, prompt, isEntity);
      if (isRequest(text)) return `${say.cannot} ${say.whoIAm}`;
      return isBabble(text) ? babble() : (statement() ?? say.agreed);
    }
  }
}

/** "And a nice day", "sorry, my mistake". */
function isPolite({ history, message: { text } }: ShownPrompt): boolean {
  const change = readChange(withoutThanks(text));
  const isFragment = change?.marked === true && change.kind !== 'not' && !isSentence(text);
  return isFragment && history.length > 0 && readItems(change.text).kind === 'polite';
}

const asksBack =
  /\b(?:what(?:['’]s| is| are) (?:yours|your favou?rite)|(?:what|how) about you(?:rs)?|and (?:you|yours)|und (?:du|deine?r?s?|bei dir)|et (?:toi|vous|la tienne|le tien)|y (?:tú|tu|el tuyo|la tuya)|e (?:tu|você|o teu|a tua|il tuo|la tua))\s*\?\s*$/iu;

/** What is said to an answer of one word that leads to nothing: it is not asked for again. */
function answerBabble({ message }: ShownPrompt, say: Phrases): string {
  return message.completes !== undefined && isRequest(message.completes)
    ? `${say.cannot} ${say.whoIAm}`
    : say.agreed;
}

// One word by itself states nothing.
function isBabble(text: string): boolean {
  return splitWords(text).length === 1;
}

function replyTo({ intent, language }: FoundIntent, prompt: ShownPrompt): string {
  const say = selfPhrases[language];
  const { text } = prompt.message;
  switch (intent) {
    case 'agent': {
      const noted = confirmFacts(text, language, false);
      const name = prompt.agentName.trim();
      const given = name === '' || name.toLowerCase() === 'default' ? undefined : name;
      return `${noted === undefined ? greetBack(text) : `${noted} `}${say.introduce(given)}`;
    }
    case 'asker':
      return tellAsker(prompt, language);
    case 'wellbeing': {
      const noted = confirmFacts(text, language, false);
      return `${greetBack(text)}${say.well}${noted === undefined ? '' : ` ${noted}`}`;
    }
    case 'forget':
      return say.howToForget;
    case 'remind':
      return askWhen({ language, reading: { kind: 'none' } });
    case 'wrong':
      return say.sorry;
    case 'nothing':
      // A thumb or a smile wants no question.
      return /\p{Extended_Pictographic}/u.test(text) ? phrases[language].agreed : say.askBack;
  }
}

/** How many exchanges are shown of what somebody told about themselves. */
const askerLines = 6;

function tellAsker(prompt: ShownPrompt, language: LanguageCode): string {
  const told = collectEvidence(prompt).sentences.filter(
    (item) =>
      isTold(item) &&
      item.kind !== 'episode' &&
      socialReply(item.text) === undefined &&
      !isRequest(item.text),
  );
  const own = told.filter((item) => isTask(item.text) || ofAsker.test(item.text));
  const lines = showEvidence(own.length > 0 ? own : told, prompt, language);
  return lines.length === 0 ? selfPhrases[language].nothingOfYou : lines.slice(-askerLines).join('\n');
}

const ofAsker =
  /(?<!\p{L})(?:I|my|me|we|our|ich|mein\p{L}*|mir|mich|wir|je|j['’]|mon|ma|mes|moi|yo|mis?|me|eu|meus?|minhas?|io|mi[aoe]i?)(?!\p{L})|^(?:soy|tengo|vivo|trabajo|sou|tenho|moro|trabalho|sono|ho|abito|lavoro)(?!\p{L})/iu;

function answer(asked: Question, prompt: ShownPrompt, isEntity: EntityTest): string {
  const say = phrases[asked.language];
  const corpus = collectEvidence(prompt);
  const { period } = prompt.message;
  const meant = period === undefined ? asked : withoutTime(asked);
  const question = meant.anaphoric ? withReferent(meant, prompt) : meant;
  const ranked = rank(question, corpus, period && { until: period.to, zone: localZone(prompt.message.zone) });
  const quote = (item: Evidence) => showEvidence([item], prompt, asked.language).join('');
  if (question.kind === 'about' && ranked.length > 0) {
    const best = ranked.map(({ evidence }) => evidence).slice(0, 8);
    const exchanges = [...new Set(best.map((item) => item.exchangeId))].slice(0, 3);
    const shown = best.filter((item) => exchanges.includes(item.exchangeId));
    const inTime = shown.toSorted((a, b) => a.order - b.order);
    return showEvidence(inTime, prompt, asked.language).join('\n');
  }
  for (const { evidence } of question.asksWork ? ranked : ranked.slice(0, 4)) {
    const span = findSpan(question, evidence.text, isEntity);
    if (span !== undefined) return `${capitalise(span)}. ${quote(evidence)}`;
  }
  const best = ranked[0];
  // Without a span of the kind asked for, only a sentence that speaks of everything in the question is worth showing.
  const isOpen = question.kind === 'yesno' || (question.kind === 'what' && !question.asksWork);
  if (best !== undefined && best.coverage > 0.85 && isOpen) {
    return quote(best.evidence);
  }
  const introduced = hasIntroducedItself(prompt.history.map((item) => item.reply));
  const unknown = introduced ? say.unknown : `${say.unknown} ${say.whoIAm}`;
  const noted = confirmFacts(prompt.message.text, asked.language, false);
  return noted === undefined ? unknown : `${noted} ${unknown}`;
}

function lateness({ at, due, standsFor, zone }: ShownMessage, { missed, wasDue }: Phrases): string {
  if (due === undefined || !isLate(due, Date.parse(at))) return '';
  return ` (${wasDue} ${localTime(due, zone)}${standsFor === undefined ? '' : `; ${missed(standsFor)}`})`;
}

interface Ranked {
  readonly evidence: Evidence;
  readonly coverage: number;
  readonly score: number;
}

/** The evidence that covers a question, best first. `then`: what was said until that day goes before what was said later. */
function rank(
  question: Question,
  corpus: Corpus,
  then?: { readonly until: string; readonly zone: string },
): Ranked[] {
  const total = question.stems.reduce((sum, stem) => sum + corpus.weigh(stem), 0);
  const relations = question.stems.filter((stem) => corpus.aliases.has(stem));
  const ranked: Ranked[] = [];
  for (const evidence of corpus.sentences) {
    if (![...question.names, ...relations].every((stem) => evidence.stems.has(stem))) continue;
    if (question.said?.some((stem) => evidence.stems.get(stem) !== 1) === true) continue;
    if (question.aboutAsker && !speaksOfAsker(evidence, question)) continue;
    const covered = question.stems.reduce(
      (sum, stem) => sum + corpus.weigh(stem) * (evidence.stems.get(stem) ?? 0),
      0,
    );
    const coverage = total === 0 ? (question.aboutAsker ? 1 : 0) : covered / total;
    if (coverage < coverageNeeded) continue;
    const source = evidence.trust === 'external' || evidence.trust === 'agent' ? 0.85 : 1;
    const kind = evidence.kind === 'exchange' ? 1 : 0.97;
    ranked.push({ evidence, coverage, score: coverage * source * kind });
  }
  const best = Math.max(0, ...ranked.map((item) => item.score));
  const near = (item: Ranked) => item.score >= best - tie;
  const later = ({ evidence }: Ranked) => then !== undefined && localDay(evidence.at, then.zone) > then.until;
  return ranked.toSorted((a, b) => {
    if (near(a) !== near(b)) return near(a) ? -1 : 1;
    if (near(a) && later(a) !== later(b)) return later(a) ? 1 : -1;
    return near(a) ? b.evidence.order - a.evidence.order || b.score - a.score : b.score - a.score;
  });
}

// "Where do I live?" is answered by a sentence whose subject is the asker, not by one about somebody of theirs.
function speaksOfAsker(evidence: Evidence, question: Question): boolean {
  if (evidence.speaker !== 'user') return false;
  if (isTask(evidence.text)) return true;
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

/** Without the words that only say when: "Where did I live in 2021?" is answered by what was said of living. */
function withoutTime(question: Question): Question {
  const time = timePattern.exec(question.text)?.[0] ?? '';
  const words = new Set(contentStems(time, question.language));
  return { ...question, stems: question.stems.filter((stem) => !words.has(stem)) };
}

/** "Where does she live?": whoever was spoken of last is meant. */
function withReferent(question: Question, prompt: ShownPrompt): Question {
  for (const item of prompt.history.toReversed()) {
    const relation = /\b(?:my|our|meine?|mon|ma|mi|minha|meu|mia|mio)\s+(\p{L}+)/iu.exec(item.text)?.[1];
    const name = /(?<=[\p{L},]\s)(\p{Lu}[\p{L}'’-]+)/u.exec(item.text)?.[1];
    const [referent] = contentStems(relation ?? name ?? '', question.language);
    if (referent !== undefined) return { ...question, stems: [...new Set([referent, ...question.stems])] };
  }
  return question;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
