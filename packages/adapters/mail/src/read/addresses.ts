/** The addresses of headers with lists of them, lower case, each once, without names and groups. */
export async function addressesIn(values: readonly string[]): Promise<readonly string[]> {
  const { addressParser } = await import('postal-mime');
  const found = values.flatMap((value) =>
    addressParser(value, { flatten: true }).flatMap(({ address }) =>
      address !== undefined && /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,255}$/u.test(address)
        ? [address.toLowerCase()]
        : [],
    ),
  );
  return [...new Set(found)];
}

/** A header with its encoded words read. */
export async function decodedWords(value: string): Promise<string> {
  const { decodeWords } = await import('postal-mime');
  return decodeWords(value);
}

/** The message ids of a header, as `<…>`, in order; what is none is left out. */
export function messageIdsIn(value: string): readonly string[] {
  return value.match(/<[^\s<>\p{Cc}]{1,996}>/gu) ?? [];
}
