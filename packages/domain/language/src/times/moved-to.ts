// Words by which something has another time than before.
const changed =
  /(?<!\p{L})(?:mov(?:e|es|ed|ing|ido|ió|ieron)|postpon\p{L}*|reschedul\p{L}*|chang(?:e|es|ed|é|ée)|shifted|pushed|brought forward|instead|now|verschoben|verschiebt|verlegt|vorverlegt|geändert|stattdessen|jetzt|nun|cambi\p{L}*|aplaz\p{L}*|pospu\p{L}*|traslad\p{L}*|adelant\p{L}*|reprogram\p{L}*|ahora|déplac\p{L}*|report\p{L}*|décal\p{L}*|avanc\p{L}*|repouss\p{L}*|plutôt|maintenant|spostat\p{L}*|rimandat\p{L}*|rinviat\p{L}*|anticipat\p{L}*|invece|ora|mud(?:ou|ad\p{L}*|aram)|adi(?:ou|ad\p{L}*|aram)|remarc\p{L}*|antecip\p{L}*|alter\p{L}*|agora)(?!\p{L})/iu;
// What stands before the time that something is moved to.
const target =
  /(?<!\p{L})(?:to|until|till|auf|al?|hasta|para|à|au|pour|às?|per)(?:\s+(?:the|den|el|la|le|o|il))?\s*$/iu;
const everyChange = new RegExp(changed, 'giu');

/** True where a sentence says that something is otherwise than before. */
export function saysChange(sentence: string): boolean {
  return changed.test(sentence);
}

/** True where a sentence moves something to the time at a place of it: that time lies ahead, in whatever tense the sentence tells of it. */
export function isMovedTo(sentence: string, place: number): boolean {
  return changed.test(sentence) && target.test(sentence.slice(0, place));
}

/** The sentence without the words that say that something is otherwise. */
export function withoutChange(sentence: string): string {
  return sentence.replaceAll(everyChange, ' ');
}
