import { type LanguageCode } from '../languages/codes.ts';

/** Whether a sentence speaks of what was or of what will be, of both (`either`), or does not tell (`near`: then the nearest is meant). */
export type Direction = 'past' | 'future' | 'either' | 'near';

// Forms of verbs and small words by which a sentence tells; accents matter, so it is read as it was written.
const past: Readonly<Record<LanguageCode, RegExp>> = {
  en: /\b(?:was|were|had|did|went|came|got|met|bought|left|ago|last|yesterday|used to|became|began|took|gave|(?<!(?:\b(?:is|are|am|be|being|get|gets)|['’](?:re|s)) )\p{L}{3,}ed)\b/iu,
  de: /(?<!\p{L})(?:war|waren|hatte|hatten|wurde|wurden|gestern|letzte\p{L}?|vor|damals|\p{L}*ge\p{L}{2,}(?:t|en)|\p{L}+iert)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:fue|fui|era|estaba|hace|ayer|pasad[oa]|últim[oa]|(?!est|caf|ser|tendr|har)\p{L}{2,}(?<!r)[éó]|\p{L}{2,}(?:aron|ieron|aste|iste)|(?:he|ha|han|hemos) \p{L}+[aid]d?o|nací)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:était|étais|hier|dernier|dernière|il y a|passée?|(?:ai|as|a|ont|avons|suis|est|sont) (?:\p{L}+ )?\p{L}+(?:é|ée|és|ées|i|ie|u|ue|is|it))(?!\p{L})/iu,
  it: /(?<!\p{L})(?:era|ero|ieri|fa|scors[oa]|passat[oa]|(?:ho|ha|hai|abbiamo|hanno|sono|è|siamo) (?:\p{L}+ )?\p{L}+(?:at|ut|it|st|tt|rs|s)[oaie])(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:foi|fui|era|estava|ontem|há|passad[oa]|últim[oa]|\p{L}{3,}(?<!r)ei|\p{L}{3,}(?<!v|s|est)ou|nasci|\p{L}{2,}aram|\p{L}{2,}eram)(?!\p{L})/iu,
};
const future: Readonly<Record<LanguageCode, RegExp>> = {
  en: /\b(?:will|shall|going to|gonna|next|tomorrow|plan\p{L}*|until|till|by|for|soon|upcoming|due|appointment|want to|hope|starting|(?:to|into) (?:the )?(?:\d|next|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|(?:am|is|are) (?:\p{L}+ly )?\p{L}+ing)\b|['’](?:ll|(?:re|m|s) \p{L}+ing)\b/iu,
  de: /(?<!\p{L})(?:werde|wird|werden|nächste\p{L}?|morgen|bis|für|auf|bald|kommende\p{L}?|will|wollen|möchte|plan\p{L}*|ab)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:voy a|va a|vamos a|van a|próxim[oa]|mañana|hasta|para|pronto|que viene|quiero|\p{L}+r(?:é|á|emos|án))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:vais|va|allons|vont|prochaine?|demain|jusqu|pour|bientôt|veux|dans|\p{L}+r(?:ai|a|ons|ont))(?!\p{L})/iu,
  it: /(?<!\p{L})(?:prossim[oa]|domani|entro|fino|presto|vorrei|voglio|per|tra|\p{L}+r(?:ò|à|emo|anno))(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:vou|vai|vamos|vão|próxim[oa]|amanhã|até|para|breve|que vem|quero|\p{L}+r(?:ei|á|emos|ão))(?!\p{L})/iu,
};

/** Which way a sentence points. */
export function directionOf(sentence: string, language: LanguageCode): Direction {
  const [was, will] = [past[language].test(sentence), future[language].test(sentence)];
  if (was === will) return was ? 'either' : 'near';
  return was ? 'past' : 'future';
}
