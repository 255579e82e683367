const word = /[\p{L}\p{N}_-]+(?:['’]s\b)?/gu;

/**
 * A question as those would put it whom it asks about: the names of people who speak in memory become "I" and "my", because what
 * they said of themselves stands there so. English. `speakers` are lower-case names of one word; a question that names none of
 * them comes back as it is.
 */
export function inFirstPerson(question: string, speakers: Pick<ReadonlySet<string>, 'has' | 'size'>): string {
  if (speakers.size === 0) return question;
  return question.replaceAll(word, (found) => {
    const name = found.replace(/['’]s$/u, '');
    if (!speakers.has(name.toLowerCase())) return found;
    return name === found ? 'I' : 'my';
  });
}
