import {
  type LanguageCode,
  type Moment,
  nameWords,
  offsetTime,
  relationOf,
  timeAskedAbout,
} from '@salience/language';
import type { WantedCall } from './wanted-call.ts';

/** How a language asks to have something forgotten: a person, a statement or a matter, what was said at some time, or what was said just before. */
interface Asking {
  /** The first group is whom. */
  readonly person: readonly RegExp[];
  /** The first group is a statement. */
  readonly that: RegExp;
  /** The first group is a matter, or whom. */
  readonly matter: RegExp;
  /** The first group is when. */
  readonly period: RegExp;
  readonly last: RegExp;
}

const name = "((?:\\p{L}+\\s+){0,2}[\\p{L}'’-]+)";
const of = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'iu');

const table: Readonly<Record<LanguageCode, Asking>> = {
  en: {
    person: [
      of(
        `(?:forget|delete|erase|remove|wipe)\\s+(?:everything|all|anything)(?:\\s+(?:that\\s+)?(?:you\\s+(?:know|remember|have|stored|learned)|(?:i|we)\\s+(?:said|told\\s+you)|was\\s+said))?\\s+(?:about|of|on)\\s+${name}`,
      ),
      of(`forget\\s+(?:about\\s+)?${name}`),
    ],
    that: of(
      '(?:(?:forget|delete|erase)\\s+the\\s+fact\\s+that|forget\\s+(?:(?:i|we)\\s+(?:said|told\\s+you|mentioned)\\s+)?that)\\s+(.+)',
    ),
    matter: of(
      "(?:forget|delete|erase)\\s+(?:everything\\s+|anything\\s+|all\\s+)?(?:that\\s+|what\\s+)?(?:i|we)(?:\\s+have|['’]ve)?\\s+(?:said|told\\s+you|talked|wrote|mentioned)(?:\\s+to\\s+you)?\\s+(?:about|of|on)\\s+(.+)",
    ),
    period: of(
      "(?:forget|delete|erase)\\s+(?:everything\\s+|all\\s+)?(?:that\\s+|what\\s+)?(?:i|we)(?:\\s+have|['’]ve)?\\s+(?:said|told\\s+you|talked\\s+about|wrote|discussed)\\s+(.+)",
    ),
    last: of(
      '(?:forget|delete|erase)\\s+(?:that|this|it|what\\s+i\\s+(?:just\\s+)?said|the\\s+last\\s+(?:message|thing)(?:\\s+i\\s+said)?)(?:\\s+again)?',
    ),
  },
  de: {
    person: [
      of(`(?:vergiss|lösche?|vergessen\\s+sie)\\s+(?:bitte\\s+)?alles\\s+(?:über|von|zu)\\s+${name}`),
      of(`vergiss\\s+(?:bitte\\s+)?${name}`),
    ],
    that: of('(?:vergiss|vergessen\\s+sie|lösche?),?\\s+(?:bitte,?\\s+)?dass\\s+(.+)'),
    matter: of(
      '(?:vergiss|vergessen\\s+sie|lösche?),?\\s+(?:bitte,?\\s+)?(?:alles\\s*,?\\s*)?was\\s+(?:ich|wir)\\s+(?:dir\\s+|ihnen\\s+)?(?:über|von|zu)\\s+(.+?)\\s+(?:gesagt|erzählt|geschrieben|besprochen)(?:\\s+(?:habe|haben|hatte))?',
    ),
    period: of(
      '(?:vergiss|lösche?),?\\s+(?:bitte,?\\s+)?(?:alles\\s*,?\\s*)?was\\s+(?:ich|wir)\\s+(?:dir\\s+)?(.+?)\\s+(?:gesagt|erzählt|geschrieben|besprochen)\\s*(?:habe|haben)?',
    ),
    last: of('(?:vergiss|lösche?)\\s+(?:das|dies|es)(?:\\s+(?:wieder|bitte))*'),
  },
  fr: {
    person: [
      of(
        `(?:oublie|oubliez|efface|supprime)\\s+tout\\s+(?:ce\\s+que\\s+tu\\s+sais\\s+)?(?:sur|de|d['’]|à\\s+propos\\s+de)\\s*${name}`,
      ),
      of(`oublie\\s+${name}`),
    ],
    that: of("(?:oublie|oubliez|efface)\\s+qu(?:e\\s+|['’]\\s*)(.+)"),
    matter: of(
      "(?:oublie|oubliez|efface|supprime)\\s+(?:tout\\s+)?ce\\s+que\\s+(?:j['’]ai|je\\s+t['’]ai|je\\s+vous\\s+ai|nous\\s+avons)\\s+(?:dit|raconté|écrit)\\s+(?:sur\\s+|de\\s+|du\\s+|d['’]\\s*|à\\s+propos\\s+de\\s+)(.+)",
    ),
    period: of(
      "(?:oublie|oubliez|efface)\\s+(?:tout\\s+)?ce\\s+que\\s+(?:j['’]ai|je\\s+t['’]ai|nous\\s+avons)\\s+(?:dit|raconté|écrit)\\s+(.+)",
    ),
    last: of('(?:oublie|oubliez|efface)\\s+(?:ça|cela|ceci)'),
  },
  es: {
    person: [
      of(
        `(?:olvida|olvídate\\s+de|borra|elimina)\\s+todo\\s+(?:lo\\s+que\\s+sabes\\s+)?(?:sobre|de|acerca\\s+de)\\s+${name}`,
      ),
      of(`(?:olvida\\s+a|olvídate\\s+de|olvida)\\s+${name}`),
    ],
    that: of('(?:olvida|olvídate\\s+de|borra)\\s+que\\s+(.+)'),
    matter: of(
      '(?:olvida|borra)\\s+(?:todo\\s+)?lo\\s+que\\s+(?:te\\s+)?(?:dije|he\\s+dicho|conté|he\\s+contado|hablamos|escribí)\\s+(?:sobre|acerca\\s+de|de|del)\\s+(.+)',
    ),
    period: of(
      '(?:olvida|borra)\\s+(?:todo\\s+)?lo\\s+que\\s+(?:te\\s+)?(?:dije|he\\s+dicho|conté|hablamos|escribí)\\s+(.+)',
    ),
    last: of('(?:olvida|borra|olvídate\\s+de)\\s+(?:eso|esto)'),
  },
  pt: {
    person: [
      of(
        `(?:esquece|esqueça|apaga|apague)\\s+tudo\\s+(?:o\\s+que\\s+sabes?\\s+)?(?:sobre|de|da|do|acerca\\s+de)\\s+${name}`,
      ),
      of(`(?:esquece|esqueça)\\s+${name}`),
    ],
    that: of('(?:esquece|esqueça|apaga|apague)\\s+que\\s+(.+)'),
    matter: of(
      '(?:esquece|esqueça|apaga|apague)\\s+(?:tudo\\s+)?o\\s+que\\s+(?:eu\\s+)?(?:te\\s+|lhe\\s+)?(?:disse|contei|falei|falámos|escrevi)\\s+(?:sobre|acerca\\s+de|de|do|da)\\s+(.+)',
    ),
    period: of(
      '(?:esquece|esqueça|apaga|apague)\\s+(?:tudo\\s+)?o\\s+que\\s+(?:eu\\s+)?(?:te\\s+)?(?:disse|contei|falei|falámos|escrevi)\\s+(.+)',
    ),
    last: of('(?:esquece|esqueça|apaga|apague)\\s+(?:isso|isto)'),
  },
  it: {
    person: [
      of(
        `(?:dimentica|scorda|cancella|elimina)\\s+tutto\\s+(?:(?:quello|ciò)\\s+che\\s+sai\\s+)?(?:su|di|riguardo\\s+a)\\s+${name}`,
      ),
      of(`(?:dimentica|scorda)\\s+${name}`),
    ],
    that: of('(?:dimentica|scorda|cancella)\\s+che\\s+(.+)'),
    matter: of(
      '(?:dimentica|scorda|cancella)\\s+(?:tutto\\s+)?(?:quello|ciò)\\s+che\\s+(?:ti\\s+)?(?:ho\\s+detto|ho\\s+raccontato|abbiamo\\s+detto|ho\\s+scritto)\\s+(?:su|sul|sulla|sui|sulle|di|del|della|riguardo\\s+a)\\s+(.+)',
    ),
    period: of(
      '(?:dimentica|scorda|cancella)\\s+(?:tutto\\s+)?(?:quello|ciò)\\s+che\\s+(?:ti\\s+)?(?:ho\\s+detto|ho\\s+raccontato|abbiamo\\s+detto|ho\\s+scritto)\\s+(.+)',
    ),
    last: of('(?:dimentica|scorda|cancella)\\s+(?:questo|quello|ciò)'),
  },
};
const languages = Object.keys(table) as LanguageCode[];

const own =
  /^(?:my|our|meine?[nmr]?|unsere?[nmr]?|ma|mon|mi|mis|minha|meu|a\s+minha|o\s+meu|mia|mio|la\s+mia|il\s+mio)\s+\p{L}/iu;
const oneself = /^(?:me|myself|mich|mir|moi|mí|mim)$/iu;
const article = /^(?:the|der|die|den|la|le|el|o|a|il)\s+(?=\p{Lu})/u;
// "Forget that meeting" names no statement; elsewhere another word begins one.
const clause =
  /^(?:[Ii]|we|my|our|he|she|it|they|his|her|their|its|the|there|you|your|a|an|some|\p{Lu}\p{L}*)(?:['’]\p{L}+)?\s+\S/u;
const nothingNamed =
  /^(?:it|this|that|him|her|them|das|es|ihn|sie|ça|cela|lui|elle|eso|esto|él|ella|isso|isto|ele|ela|questo|quello|lei)$/iu;
// "Forget about it", "forget my focus": no person.
const isPerson = (text: string): boolean =>
  /^\p{Lu}/u.test(text) || (own.test(text) && nameWords(text).some((word) => relationOf(word) !== undefined));

/** The call that asks to have something forgotten; undefined where a text asks for none. English, German, French, Spanish, Portuguese, Italian. */
export function readForget(said: string, moment: Moment): WantedCall | undefined {
  for (const language of languages) {
    const { last, matter, period, person, that } = table[language];
    if (last.test(said)) return { tool: 'forget', arguments: { last: true } };
    const stated = that.exec(said)?.[1]?.trim();
    if (stated !== undefined && (language !== 'en' || clause.test(stated)))
      return { tool: 'forget', arguments: { statement: stated } };
    const about = matter.exec(said)?.[1]?.trim();
    if (about !== undefined && !nothingNamed.test(about)) return askAbout(about);
    const when = period.exec(said)?.[1];
    if (when !== undefined) {
      const span = timeAskedAbout(when, moment.now.getTime(), moment.zone);
      if (span === undefined) continue;
      const at = (time: number) => offsetTime(time, moment.zone);
      return {
        tool: 'forget',
        arguments: { from: at(span.from), to: at(Math.min(span.to, moment.now.getTime())) },
      };
    }
    for (const [n, pattern] of person.entries()) {
      const whom = pattern.exec(said)?.[1]?.trim().replace(article, '');
      if (whom === undefined) continue;
      if (oneself.test(whom)) return { tool: 'forget', arguments: { person: 'user' } };
      if (isPerson(whom)) return { tool: 'forget', arguments: { person: whom } };
      // "Forget everything about the party".
      if (n === 0 && !nothingNamed.test(whom)) return askAbout(whom);
    }
  }
  return undefined;
}

function askAbout(matter: string): WantedCall {
  if (oneself.test(matter)) return { tool: 'forget', arguments: { person: 'user' } };
  const whom = matter.replace(article, '');
  return isPerson(whom) && nameWords(whom).length <= 3
    ? { tool: 'forget', arguments: { person: whom } }
    : { tool: 'forget', arguments: { statement: matter } };
}
