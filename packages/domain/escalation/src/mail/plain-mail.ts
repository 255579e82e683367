/** Any of some phrases, as whole words. In a phrase a space is any white space, and what is in brackets may be left out or chosen as in a pattern. */
export function anyOf(...phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

/** A text as the cues are written: small letters without accents, `ss` for `ß`, straight apostrophes, `?` for the marks of other scripts. */
export function plainMail(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[\u2018\u2019\u02BC\u00B4`]/g, "'")
    .replace(/[\u00A0\u202F]/g, ' ')
    .replace(/[؟？]/g, '?')
    .replace(/\r\n?/g, '\n');
}

/** The line above an earlier message that is quoted below it. Plain text. */
const quoteHead =
  /^[^\S\n]*(?:-{2,} ?(?:original message|forwarded message|ursprungliche nachricht|weitergeleitete nachricht|message d'origine|message transfere|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|messaggio originale|messaggio inoltrato)\b.*|begin forwarded message:|(?:on|am|le|el|em|il)\s[^\n]{4,160}\n?[^\n]{0,80}(?:wrote|schrieb|a ecrit|escribio|escreveu|ha scritto)(?:[^\S\n][^\n]{0,80})?:|(?:from|von|de|da): [^\n]*\n(?:sent|gesendet|envoye|enviado|inviato|date|datum|data|fecha)[^\n]*:)[^\S\n]*/mu;

/** How a letter ends; what follows is a name, an address, small print. Plain text. */
const signature = /^--\s*$/m;

/** What the sender of a plain text writes now: without earlier messages that it quotes, and without its signature. */
export function ownPart(plain: string): string {
  const above = plain.slice(0, quoteHead.exec(plain)?.index ?? plain.length);
  const lines = above.split('\n').filter((line) => !/^\s*[>|]/.test(line));
  const own = lines.join('\n');
  return own.slice(0, signature.exec(own)?.index ?? own.length);
}

/** The sentences of a plain text. A line that a mail program wrapped goes on with the next one; an empty line or a bullet begins anew. */
export function mailSentences(plain: string): string[] {
  return plain
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .split(/\n\s*\n|\n(?=\s*(?:[-*•–]|\d{1,2}[.)])\s)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?…][)"'»”]?)\s+/))
    .map((sentence) => sentence.replace(/^[\s\-*•–¿¡"'(«]+/, '').trim())
    .filter((sentence) => sentence !== '');
}
