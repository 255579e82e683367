import { describe, expect, it } from 'vitest';
import { statementWords } from './subject-words.ts';

describe('a statement as people say it', () => {
  it.each([
    ['user', 'lives_in', 'Porto', 'the owner lives in Porto'],
    ['user', 'favourite_tea', 'genmaicha', 'the owner’s favourite tea: genmaicha'],
    ['user', 'sister:ada', 'Ada', 'the owner’s sister: Ada'],
    ['Ada', 'relative-of', 'user', 'Ada is a relative of the owner'],
    ['Ada', 'allergic_to', 'nuts', 'Ada is allergic to nuts'],
    ['Ada', 'likes', 'pho', 'Ada likes pho'],
  ])('%s, %s, %s', (subject, key, value, said) => {
    expect(statementWords({ subject, key, value })).toBe(said);
  });
});
