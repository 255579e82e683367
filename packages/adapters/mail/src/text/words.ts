/** Words of three signs or more, in lower case; addresses of the web are none. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\bhttps?:\/\/\S+/g, ' ');
  return plain.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}
