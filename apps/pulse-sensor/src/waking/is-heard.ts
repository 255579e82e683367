/** A text without what escaping, quoting and breaking of lines change: letters and digits alone. */
function core(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);/gi, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether a question stands in what a model was shown: in one text, word for word. A question without any letter is never found. */
export function isHeard(question: string, shown: readonly string[]): boolean {
  const wanted = core(question);
  return wanted !== '' && shown.some((text) => core(text).includes(wanted));
}
