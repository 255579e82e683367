const word = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,500})\?=/gi;

/** The text with its encoded words (RFC 2047) read, as a mail program shows it. What cannot be read stays as it is. */
export function readEncodedWords(text: string): string {
  return text
    .replace(/\?=[ \t\r\n]{1,20}=\?/g, '?==?')
    .replace(word, (whole, charset: string, encoding: string, content: string) => {
      try {
        const bytes = encoding.toLowerCase() === 'b' ? base64(content) : quotedPrintable(content);
        return new TextDecoder(charset).decode(bytes);
      } catch {
        return whole;
      }
    });
}

function base64(content: string): Uint8Array {
  return Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
}

function quotedPrintable(content: string): Uint8Array {
  const text = content.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, (_, hex: string) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
