import { tokenise } from '@salience/language';

const list = (entries: string): readonly (readonly string[])[] =>
  entries.split('|').map((entry) => tokenise(entry));

/** Start something new. */
const openers = list(
  'by the way|anyway|so what|so do|so are|do you|have you|did you|are you|what do you|what is your|what are your|where do you|where are you|speaking of|on another note|another question|new topic|changing the subject|let us talk|how about|what about|tell me about|i also|übrigens|apropos|anderes thema|noch eine frage|hast du|bist du|magst du|was machst du|wo wohnst du|au fait|autre chose|sinon|changeons de sujet|est ce que tu|que fais tu|as tu|por cierto|a propósito|otra cosa|cambiando de tema|qué haces|tienes|te gusta|aliás|outra coisa|mudando de assunto|você tem|você gosta|o que você|a proposito|comunque|un altra cosa|cambiando argomento|che cosa fai|hai|ti piace',
);

/** By their first word, so that a message's words are each compared with the few that can fit. */
const openersOf = Map.groupBy(openers, (words) => words[0] ?? '');

/** First words of what goes on with a matter: an answer, an agreement, a word for something said before. */
const answers = new Set(
  tokenise(
    'yes yeah yep yup no nope nah not oh ok okay well true sure right agreed exactly haha lol same me that it he she they nice cool wow great awesome good sorry thanks thank because maybe definitely absolutely sounds very really indeed probably ah aw ja nein doch genau stimmt klar gut ach echt vielleicht natürlich super toll danke weil das oui non si exactement bien vraiment merci parce ça sí claro exacto bueno vale quizás gracias porque eso sim não exato bom tá obrigado obrigada isso sì certo esatto bene davvero forse grazie perché',
  ),
);

/** True when a message holds words that open a matter, wherever they stand. */
export function opens(tokens: readonly string[]): boolean {
  return tokens.some((token, at) =>
    openersOf.get(token)?.some((words) => words.every((word, index) => tokens[at + index] === word)),
  );
}

/** True when a message begins like one that goes on with a matter. */
export function answersFirst(tokens: readonly string[]): boolean {
  return answers.has(tokens[0] ?? '');
}
