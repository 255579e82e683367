// What a stored fact looks like: subject, key with blanks, value. These keys are no noun of the subject's.
const verbs: readonly (readonly [key: RegExp, first: string, third: string])[] = [
  [/^(lives? in)\b/, 'live in', 'lives in'],
  [/^(works? (?:as|at|in|for))\b/, '', ''],
  [/^(born (?:in|on))\b/, 'was $1', 'was $1'],
  [/^(from|allergic to|married to)\b/, 'am $1', 'is $1'],
  [/^(is a(?= an? | the ))/, 'am', 'is'],
  [/^(is)\b/, 'am', 'is'],
  [/^(age)\b/, 'am', 'is'],
  [/^(has)\b/, 'have', 'has'],
  [/^(studies)\b/, 'study', 'studies'],
  [/^(speaks|plays|drives|likes|dislikes)\b/, '', ''],
];

/**
 * A stored fact as its subject would say it: "user lives in Oslo" becomes "I live in Oslo", "user sister Ana" becomes "my sister
 * Ana". A fact about somebody else becomes a sentence about them.
 */
export function wordFact(fact: string): string {
  const own = /^(?:the )?user['’]?s? (.*)$/is.exec(fact)?.[1];
  if (own !== undefined) {
    for (const [pattern, first] of verbs) {
      const key = pattern.exec(own)?.[1];
      if (key === undefined) continue;
      const verb = first === '' ? key.replace(/^(\w+?)s\b/, '$1') : first.replace('$1', key);
      return `I ${verb}${own.slice(key.length)}`;
    }
    return `my ${own.replace(/^name /, 'name is ')}`;
  }
  return fact.replace(
    /^(.+?) (born (?:in|on)|from|allergic to|married to|is an?(?= an? | the )|age)\b/,
    (_all, who: string, key: string) => {
      const verb = key.startsWith('born') ? `was ${key}` : /^(is|age)/.test(key) ? 'is' : `is ${key}`;
      return `${who} ${verb}`;
    },
  );
}

/** What is known of somebody as they would say it: "lives in", "Porto" becomes "I live in Porto". */
export function wordTrait(about: string, text: string): string {
  // These say what somebody does; what they are about is no word of the sentence.
  if (about === 'taste' || about === 'habit')
    return about === 'habit' ? `I ${text}` : wordFact(`user ${text}`);
  const own = wordFact(`user ${about} ${text}`);
  return own.startsWith('I ') ? own : `my ${about} is ${text}`;
}
