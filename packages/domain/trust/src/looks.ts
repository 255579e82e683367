/** Characters of a text whose look is taken, at most. */
const charsMax = 400;

// Small letters of other alphabets, and digits, as the Latin letters that they look like; in pairs.
const pairs =
  'аaвbеeкkмmнhоoрpсcтtуyхxіiїiјjѕsԁdԛqԝwһhӏlгrпnьbзe' + // Cyrillic
  'αaβbγyδdεeηnιiκkνvοoρpςsσsτtυuχxωw' + // Greek
  'ıiłløođdħhŧtæaœoßsəeɑaɡgıiȷjƒf' + // Latin with a stroke or tail
  'օoսuհhոnցgզqյjѵv' + // Armenian and old Cyrillic
  '0o1l5s3e';

const alike: ReadonlyMap<string, string> = new Map(
  Array.from(pairs.matchAll(/(.)(.)/gu), ([, from = '', to = '']) => [from, to]),
);

/** A text as the eye takes it in: small Latin letters without accents, with what is easily taken for one another made one. */
export function lookOf(text: string): string {
  const plain = text
    .slice(0, charsMax)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  return Array.from(plain, (char) => alike.get(char) ?? char)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[i|]/g, 'l');
}

/** The looks of the words of a name. */
export function wordLooks(name: string): string[] {
  return lookOf(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
