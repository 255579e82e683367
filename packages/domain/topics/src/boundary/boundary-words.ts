import { tokenise } from '@salience/router';

const list = (entries: string): readonly (readonly string[])[] =>
  entries.split('|').map((entry) => tokenise(entry));

/** Start something new. */
const openers = list(
  'by the way|anyway|so what|so do|so are|do you|have you|did you|are you|what do you|what is your|speaking of|on another note|another question|new topic|changing the subject|let us talk|how about|what about|tell me about|i also|übrigens|apropos|anderes thema|noch eine frage|hast du|bist du|magst du|au fait|autre chose|sinon|changeons de sujet|por cierto|a propósito|otra cosa|cambiando de tema|aliás|outra coisa|mudando de assunto|a proposito|comunque|un altra cosa|cambiando argomento',
);

/** By their first word, so that a message's words are each compared with the few that can fit. */
const openersOf = Map.groupBy(openers, (words) => words[0] ?? '');

/** True when a message holds words that open a matter, wherever they stand. */
export function opens(tokens: readonly string[]): boolean {
  return tokens.some((token, at) =>
    openersOf.get(token)?.some((words) => words.every((word, index) => tokens[at + index] === word)),
  );
}
