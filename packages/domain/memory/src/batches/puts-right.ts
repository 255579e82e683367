import { sentencesOf } from '@salience/language';
import { isAsked } from '../moved-times.ts';
import { overIn } from '../world-contradiction.ts';

// Words by which a statement takes the place of an earlier one: it was wrong, it moved, it is another now.
const otherwise =
  /(?<!\p{L})(?:wrong|mistake|correct(?:ion|ed)|i meant|rather than|instead|moved|rescheduled|postponed|no longer|any ?more|falsch|irrtum|korrektur|ich meinte|sondern|statt|stattdessen|verschoben|verlegt|umgezogen|nicht mehr|equivoqu\p{L}*|error|en (?:lugar|vez) de|quise decir|quería decir|sino|mudamos|mudé|se mudó|aplazad[oa]|ya no|trompé?e?|erreur|je voulais dire|au lieu de|plutôt que|déménag\p{L}*|reporté?e?|ne (?:\p{L}+ )?plus|sbagliat[oa]|volevo dire|invece|bensì|traslocat[oa]|trasferit[oa]|rimandat[oa]|non (?:\p{L}+ )?più|errad[oa]|engan(?:ei|ado)|quis dizer|em vez de|mudou|mudei|adiad[oa]|já não)(?!\p{L})/iu;

/**
 * True for a message that states something by which what was said before holds no longer: a correction, a move, a cancellation. What rests
 * on the earlier statement is wrong until it is remembered, so it does not wait for a pause. English, German, Spanish, French, Italian,
 * Portuguese; words decide, so some messages are taken for one that are none, which costs a call earlier than needed.
 */
export function putsRight(message: string): boolean {
  if (overIn(message) !== undefined) return true;
  return sentencesOf(message).some(({ end, start }) => {
    const sentence = message.slice(start, end);
    return otherwise.test(sentence) && !isAsked(sentence);
  });
}
