import { asksChange } from '../reply/ask-change.ts';
import { asksForPart } from '../reply/ask-back.ts';
import { asksWhen } from '../reply/ask-when.ts';
import { confirmsSchedule } from '../reply/confirm-schedule.ts';
import { readChange } from './change-words.ts';
import { readItems } from './item-words.ts';
import { leavesQuestion } from './known-time.ts';
import { withoutThanks } from './manners.ts';

const longestAnswer = 120;
const saysWhen =
  /\d|(?<!\p{L})(?:tomorrow|today|tonight|noon|midnight|morning|afternoon|evening|night|[ap]\.?m|one|first|second|earlier|later|last|week|hour|minute|every|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morgen|heute|übermorgen|mittags?|abends?|morgens|nachmittags?|früh|nachts?|woche|stunden?|minuten|jede[nrsm]?|erste[nrs]?|zweite[nrs]?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|demain|aujourd['’]hui|midi|minuit|matin|après-midi|soir|semaine|heures?|chaque|premi[eè]re?|deuxième|seconde?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|mañana|mediodía|tarde|noche|semana|horas?|cada|primer[oa]?|segund[oa]|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoje|amanhã|manhã|noite|primeir[oa]|terça|quarta|quinta|sexta|todos|todas|oggi|domani|stasera|mezzogiorno|mattina|pomeriggio|sera|settimana|or[ae]|ogni|prim[oa]|second[oa]|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)(?!\p{L})/iu;

const ofList = /^I (?:added|removed) (?<items>.+) (?:to|from) your (?:.+ )?list\.$/mu;

/**
 * True for a message that goes on with what the last reply says of an order: the part that it asks for, another time after a reminder was
 * set ("no, at 9 pm"), "and eggs" or "no bread" after bread was put on a list. Cheap: it reads no time.
 */
export function answersOrder(text: string, lastReply: string | null | undefined): boolean {
  if (typeof lastReply !== 'string' || text.length > longestAnswer || text.trim().endsWith('?')) return false;
  if (asksForPart(lastReply) === 'what' || asksChange(lastReply)) return !leavesQuestion(text);
  if (asksWhen(lastReply)) return saysWhen.test(text) && !leavesQuestion(text);
  const change = readChange(withoutThanks(text));
  if (change === undefined) return false;
  const items = ofList.exec(lastReply)?.groups?.items?.toLowerCase();
  if (change.kind === 'not' && change.wrong !== undefined)
    return items?.includes(change.wrong.toLowerCase()) === true;
  if (items !== undefined)
    return change.marked && !leavesQuestion(change.text) && readItems(change.text).kind === 'thing';
  const isSet = change.marked && confirmsSchedule(lastReply);
  return isSet && saysWhen.test(text) && !leavesQuestion(change.text);
}
