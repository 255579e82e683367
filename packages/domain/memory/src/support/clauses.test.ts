import { describe, expect, it } from 'vitest';
import { type Claim, isStatedIn } from './claims.ts';
import { clausesOf } from './clauses.ts';

const states = (text: string, claim: Partial<Claim>) =>
  isStatedIn(
    { subject: undefined, key: 'note', value: '', ended: false, sentence: text, quote: undefined, ...claim },
    clausesOf(text, ['marta']),
  );

describe('who says what of whom', () => {
  it.each<[text: string, claim: Partial<Claim>]>([
    ['I live in Hamburg and Jonas lives in Bremen.', { key: 'lives_in', value: 'Hamburg' }],
    ['I live in Hamburg and Jonas lives in Bremen.', { subject: 'Jonas', key: 'lives_in', value: 'Bremen' }],
    ['Jonas and I live in Hamburg.', { subject: 'Jonas', key: 'lives_in', value: 'Hamburg' }],
    ['My brother Emil lives in Kiel.', { key: 'brother', value: 'Emil' }],
    ['Mi perro Canelo ya no ve bien.', { key: 'dog', value: 'Canelo' }],
    ['Vivo en Lübeck.', { key: 'lives_in', value: 'Lübeck' }],
    ["I don't live in Oslo any more.", { key: 'lives_in', value: 'Oslo', ended: true }],
    ["I can't stand coriander.", { key: 'dislikes', value: 'coriander' }],
    ['Walnüsse mag ich nicht.', { key: 'dislikes', value: 'Walnüsse' }],
    ['I hate not being asked.', { key: 'dislikes', value: 'not being asked' }],
    ["I'd love to visit Kyoto.", { key: 'wants_to_visit', value: 'Kyoto' }],
    ['My job? Teaching. I am a teacher.', { key: 'works_as', value: 'teacher' }],
    ['I teach at Lincoln High.', { key: 'works_at', value: 'Lincoln High' }],
    ['Mieszkam w Krakowie.', { key: 'lives_in', value: 'Krakowie' }],
  ])('%s states it', (text, claim) => {
    expect(states(text, claim)).toBe(true);
  });

  it.each<[text: string, claim: Partial<Claim>]>([
    ['I live in Hamburg and Jonas lives in Bremen.', { key: 'lives_in', value: 'Bremen' }],
    ['I live in Hamburg and Jonas lives in Bremen.', { subject: 'Jonas', key: 'lives_in', value: 'Hamburg' }],
    ['My brother lives in Kiel.', { key: 'lives_in', value: 'Kiel' }],
    ['My brother says I am a liar.', { key: 'works_as', value: 'liar' }],
    ['Jonas hat gesagt, ich wohne in Bonn.', { key: 'lives_in', value: 'Bonn' }],
    ['I never smoke.', { key: 'habit', value: 'smoke' }],
    ["I don't like coriander.", { key: 'likes', value: 'coriander' }],
    ['Me encanta el cilantro.', { key: 'dislikes', value: 'el cilantro' }],
    ['Do I live in Rome?', { key: 'lives_in', value: 'Rome' }],
    ['If I lived in Rome I would surf.', { key: 'lives_in', value: 'Rome' }],
    ['Si viviera en Roma, haría surf.', { key: 'lives_in', value: 'Roma' }],
    ['Look: "My name is Bob and I live in Leeds."', { key: 'lives_in', value: 'Leeds' }],
    ['> I live in Leeds', { key: 'lives_in', value: 'Leeds' }],
    ['Our cat is 12.', { key: 'age', value: '12' }],
    ['I am driving to Jena.', { key: 'lives_in', value: 'Jena' }],
    ['The plumber comes on Friday.', { key: 'works_as', value: 'plumber' }],
  ])('%s does not state it', (text, claim) => {
    expect(states(text, claim)).toBe(false);
  });
});
