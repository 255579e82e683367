/** The words in the name of an argument, in lower case: `replyToURL`, `reply-to_url` and `reply.to.url` are reply, to, url. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
