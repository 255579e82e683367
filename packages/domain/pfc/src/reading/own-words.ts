const fenced = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/gu;
const inline = /`[^`\n]*`/gu;
const address = /\b(?:https?:\/\/|www\.)\S+/giu;
const quotedLine = /^[ \t]*>.*$/gmu;
// An opening mark and its closing one, in one paragraph; a lone mark quotes nothing.
const quoted =
  /"[^"\n]*"|“[^“”\n]*[”“]|„[^„“”\n]*[“”]|«[^«»\n]*»|(?<![\p{L}\p{N}])‘[^‘’\n]*’(?![\p{L}\p{N}])/gu;

/** What a message says in its own words: without code, quotes, quoted lines and addresses. */
export function ownWords(text: string): string {
  return text
    .replace(fenced, ' ')
    .replace(inline, ' ')
    .replace(quotedLine, ' ')
    .replace(address, ' ')
    .replace(quoted, ' ');
}
