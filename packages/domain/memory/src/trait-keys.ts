import type { TraitCategory } from '@salience/contracts';
import { wordsOf } from '@salience/language';

// One name for what models and people call by several.
const synonyms: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    name: 'user_name username full_name first_name my_name called preferred_name nickname is_called',
    lives_in:
      'living_in resides_in residence home_city city location lives_at moved_to based_in current_city home_town_now lives',
    works_at: 'employer company works_for workplace employed_at employed_by',
    works_as: 'job occupation profession job_title role_at_work position',
    birthday:
      'birth_date date_of_birth dob birthdate geburtstag cumpleanos anniversaire compleanno aniversario',
    born_in: 'birthplace place_of_birth',
    from: 'hometown home_town home_country country_of_origin comes_from',
    married_to: 'spouse',
    age: 'years_old',
    timezone: 'time_zone',
    phone: 'phone_number telephone mobile',
    email: 'email_address mail_address e_mail',
    likes: 'like loves love enjoys enjoy prefers preference likes_to',
    dislikes: 'dislike hates hate does_not_like doesnt_like cannot_stand',
    allergic_to: 'allergy allergies allergic',
    speaks: 'language languages speaks_language',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
);

/** Keys that have one value at a time: a later one ends what held before. */
const singleKeys = new Set(
  'name lives_in works_at works_as birthday born_in born_on from married_to age timezone phone email pronouns diet height weight eye_colour hair_colour gender nationality religion marital_status'.split(
    ' ',
  ),
);

const categories: Readonly<Record<TraitCategory, string>> = {
  core: 'name lives_in works_at works_as birthday born_in born_on from age timezone phone email pronouns gender nationality speaks',
  relationship:
    'married_to wife husband partner girlfriend boyfriend mother father mum mom dad sister brother son daughter child children baby friend best_friend cousin aunt uncle grandmother grandfather boss colleague neighbour neighbor roommate dog cat pet',
  physical: 'height weight eye_colour hair_colour allergic_to diet disability blood_type shoe_size',
  preference: 'likes dislikes taste hobby hobbies interest interests plays habit',
  general: '',
};
const categoryOfKey = new Map(
  Object.entries(categories).flatMap(([category, keys]) =>
    keys.split(' ').map((key) => [key, category as TraitCategory] as const),
  ),
);

/** What nobody may conclude of somebody: it counts only where the person says it. */
const stateOnly = new Set(
  'age birthday born_on born_in from gender pronouns nationality religion ethnicity race politics political_views sexual_orientation health illness allergic_to disability weight marital_status'.split(
    ' ',
  ),
);

/** The one name of a key, in lower case joined by underscores; keys that are not known stay so. Empty where it names nothing. */
export function canonicalKey(key: string): string {
  const spelled = key
    .trim()
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^[_0-9]+|_+$/gu, '')
    .slice(0, 64)
    .replace(/favorite/g, 'favourite')
    .replace(/color/g, 'colour')
    .replace(/^(?:has|my)_(?=[a-z])/u, '');
  return Object.hasOwn(synonyms, spelled) ? (synonyms[spelled] ?? spelled) : spelled;
}

/** The words of a key (canonical) that are not our own: none for a key that we know. */
export function foreignWords(key: string): string {
  return categoryOfKey.has(key) ? '' : keyWords(key);
}

/** True for a key (canonical) that has one value at a time. */
export function isSingleValued(key: string): boolean {
  return singleKeys.has(key) || key.startsWith('favourite_');
}

/** The category of a key (canonical): a known one's own, a relationship for what ends in one ("oldest_friend"), else general. */
export function categoryOf(key: string): TraitCategory {
  if (key.startsWith('favourite_')) return 'preference';
  const last = key.slice(key.lastIndexOf('_') + 1);
  return categoryOfKey.get(key) ?? (categoryOfKey.get(last) === 'relationship' ? 'relationship' : 'general');
}

/** True for a key (canonical) of which nothing may be inferred. */
export function isStateOnly(key: string): boolean {
  return stateOnly.has(key);
}

/**
 * The key under which a trait is kept. One that a person has many of carries its value ("speaks:portuguese"); liking and
 * disliking one thing exclude each other, so they share a key ("taste:sushi") and differ in value.
 */
export function traitKey(key: string, value: string): string {
  if (isSingleValued(key)) return key;
  const name = key === 'likes' || key === 'dislikes' ? 'taste' : key;
  return `${name}:${wordsOf(value).join('_').slice(0, 64)}`;
}

/** The keys of traits as a model may use them again: a taste is a like or a dislike. */
export function keysToOffer(keys: readonly string[]): string[] {
  return [...new Set(keys.flatMap((key) => (key === 'taste' ? ['likes', 'dislikes'] : [key])))];
}

/** Key and value of a trait as they were said: a taste told from its opposite, a key without the value that it carries. */
export function plainValue({ key, value }: { readonly key: string; readonly value: string }): {
  readonly key: string;
  readonly value: string;
} {
  const name = key.split(':')[0] ?? '';
  const taste = name === 'taste' ? /^(likes|dislikes) (.+)$/su.exec(value) : null;
  return taste === null ? { key: name, value } : { key: taste[1] ?? '', value: taste[2] ?? '' };
}

/** The words of a trait's key, without the value that it may carry. */
export function keyWords(key: string): string {
  return (key.split(':')[0] ?? '').replaceAll('_', ' ');
}

const noName = new Set(
  'i me my mine we us our you your he she they them it its this that and or the a an not no yes so very just here there fine good great well ok okay sorry tired happy sad sure busy ready back home going from in at on with now still also really'.split(
    ' ',
  ),
);

/** True for what can be a person's name: one to five words that are none of the language's own. "Alice and I" is none. */
export function isName(value: string): boolean {
  const words = wordsOf(value);
  const given = words.join('').length;
  return (
    words.length >= 1 &&
    (words.length <= 5 || given <= 12) &&
    value.length <= 60 &&
    !/[\p{N}@:;!?/]/u.test(value) &&
    words.every((word) => !noName.has(word))
  );
}
