import { contentStems, type LanguageCode, splitSentences } from '@salience/language';

/** What kind of thing would answer a question. */
export type AnswerKind = 'where' | 'who' | 'name' | 'when' | 'count' | 'age' | 'what' | 'yesno' | 'about';

/** A question as the responder understands it. */
export interface Question {
  readonly kind: AnswerKind;
  readonly text: string;
  readonly language: LanguageCode;
  /** The stems that evidence should cover. */
  readonly stems: readonly string[];
  /** Names in it (as stems): evidence must cover each of them. */
  readonly names: readonly string[];
  /** True when it is about the asker, so that "my sister lives …" does not answer "where do I live?". */
  readonly aboutAsker: boolean;
  /** True for "what does she do?", which asks for an occupation. */
  readonly asksWork: boolean;
  /** True when it points back with a pronoun and names nobody itself. */
  readonly anaphoric: boolean;
  /** Stems that evidence must hold in so many words: they tell which of several is meant. */
  readonly said?: readonly string[];
}

const starts: Readonly<Record<Exclude<AnswerKind, 'yesno' | 'what' | 'about'>, RegExp>> = {
  age: /^(how old|wie alt|quel âge|qu[ae]ntos an(os|ni)|cuántos años|(in )?(which|what) year .* born)/i,
  count: /^(how (many|much)|wie ?viele?|combien|cu[aá]nt[oa]s?|quant[oaie]s?)(?!\p{L})/iu,
  where:
    /^(from |in )?(where|wo|woher|wohin|où|d'où|dónde|de dónde|adónde|onde|de onde|dove|di dove)(?!\p{L})|^(in |from )?(which|what) (city|town|country|place|street|village)\b/iu,
  when: /^(when|wann|quand|cuándo|quando|(at |on |in )?(what|which) (time|day|date|month|year))(?!\p{L})/iu,
  name: /^(what|how)('s| is| was| are| am)? .*\b(names?|called)\b|^wie hei(ß|ss)|^comment (s'appelle|je m'appelle)|^cómo se llama|^como se chama|^come si chiama/i,
  who: /^(who|whom|whose|wer|wen|wem|qui|quién|quem|chi)(?!\p{L})/iu,
};
const what =
  /^(what|which|how|why|was|welche\w*|wie|warum|que|qu'|quoi|quel(le)?s?|comment|qué|cuál(es)?|cómo|o que|qual|quais|como|che|cosa|quale|come)(?!\p{L})/iu;
const auxiliary =
  /^(do|does|did|is|are|was|were|am|have|has|had|can|could|will|would|should|may|shall)\s+(i|you|we|he|she|it|they|my|your|our|the|a|an|this|that|there|any|\p{Lu}\p{L}+)/iu;
const wrapper =
  /^(so |and |ok |okay |hey |hi |hello |please )*[,]?\s*((can|could|would) you (please )?(tell|remind) me|(please )?(tell|remind) me|do you (still |even )?(remember|know|recall)|i (forgot|forget|don't remember|can't remember|wonder)|(weißt|erinnerst) du( noch| dich)?|sag mir|(est-ce que )?tu (sais|te souviens)|dis-moi|¿?(sabes|recuerdas|te acuerdas de|dime)|(você )?(sabe|lembra|sabes|lembras-te)|sai|ti ricordi|dimmi)\s*(,|again)?\s*/iu;
const aboutPattern =
  /^(what (did i (tell|say to) you|do you (know|remember|have)|have i told you|else) (about|on|of)|tell me (everything |what you know |all )?about|who (is|was|are)|was weißt du über|que sais-tu (sur|de)|qué sabes (de|sobre)|o que sabes? sobre|cosa sai di)\s+/iu;

/** The question in a message; undefined when it asks nothing. The last one counts where there are several. */
export function findQuestion(text: string, language: LanguageCode): Question | undefined {
  const sentences = splitSentences(text);
  for (const sentence of sentences.toReversed()) {
    const question = readQuestion(sentence, language);
    if (question !== undefined) return question;
  }
  return undefined;
}

function readQuestion(sentence: string, language: LanguageCode): Question | undefined {
  const trimmed = sentence.replace(/^[¿"“(]+/, '').trim();
  const unwrapped = trimmed.replace(wrapper, '');
  const wrapped = unwrapped !== trimmed;
  const body = unwrapped === '' ? trimmed : unwrapped.replace(/^(if|whether|ob|si|se)\s+/i, '');
  const isAbout = aboutPattern.test(trimmed) || aboutPattern.test(body);
  const kind = isAbout ? 'about' : kindOf(body);
  const asks =
    trimmed.endsWith('?') || isAbout || (kind !== undefined && kind !== 'yesno') || auxiliary.test(body);
  if (!asks || (wrapped && kind === undefined && !trimmed.endsWith('?'))) return undefined;
  // "What a day." and "When I was young, …" are no questions.
  if (!trimmed.endsWith('?') && /^(what an? |when (i|we|he|she|they|the|my) )/i.test(body) && !wrapped)
    return undefined;
  return describe(body, kind ?? 'yesno', language);
}

function kindOf(body: string): AnswerKind | undefined {
  for (const kind of ['age', 'count', 'where', 'when', 'name', 'who'] as const) {
    if (starts[kind].test(body)) return kind;
  }
  if (what.test(body)) return 'what';
  return auxiliary.test(body) ? 'yesno' : undefined;
}

function describe(body: string, kind: AnswerKind, language: LanguageCode): Question {
  const bare = body
    .replace(aboutPattern, '')
    .replace(/\bdo for (a living|work)\b/i, 'work')
    .replace(/\b(?:need|have|got|want|wanted|supposed) to(?= \p{L})/giu, '')
    .replace(/\b(these days|at the moment|right now|nowadays|by the way|at all|for me)\b/gi, '');
  const asksWork = /^what(?:['’]s| do| does| did) .+ (?:do|work|work as)[ ?.!]*$/i.test(bare);
  const namePattern = /(?<=[^.!?¿]\s)\p{Lu}[\p{L}'’-]+/gu;
  const capitals = language === 'de' ? [] : Array.from(` ${bare}`.matchAll(namePattern), (match) => match[0]);
  if (kind === 'about') capitals.push(...(bare.match(/^\p{Lu}[\p{L}'’-]+/u) ?? []));
  const aboutOwnName = kind === 'name' && /\bmy (full |first |last |sur)?name\b|\bam i called\b/i.test(bare);
  const implied: Partial<Record<AnswerKind, RegExp>> = {
    age: /^(old|alt|âge|year)$/,
    name: aboutOwnName
      ? /^(hei|appell|llam|cham|chiam)$/
      : /^(nam|call|hei|appell|llam|cham|chiam|heißt|heißen|heiss)/,
    where: /^(citi|city|cit|town|countr|country|plac|village|villag|street)$/,
    when: /^(tim|time|day|date|dat|month|year)$/,
  };
  const drop = implied[kind];
  const stems = contentStems(bare, language).filter((item) => drop === undefined || !drop.test(item));
  return {
    kind,
    text: body,
    language,
    asksWork,
    stems: [...new Set(asksWork ? stems.filter((item) => item !== 'work') : stems)],
    names: [...new Set(capitals.flatMap((name) => contentStems(name.replace(/['’]s$/, ''), language)))],
    aboutAsker: /\b(i|ich|je|j|yo|eu|io)\b/i.test(bare) || aboutOwnName,
    anaphoric:
      stems.length < 3 &&
      capitals.length === 0 &&
      /\b(she|he|they|her|his|him|their|it|sie|er|elle|il|ella|él|ela|ele|lei|lui)\b/i.test(bare) &&
      !/\bmy\b/i.test(bare),
  };
}
