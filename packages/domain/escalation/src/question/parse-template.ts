/** A part of a template: text as it stands, or the name of a placeholder. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string };

/** A template in its parts, or what is wrong with it: what was expected and what came. */
export type ParsedTemplate =
  | { readonly pieces: readonly TemplatePiece[]; readonly problem?: never }
  | { readonly problem: string; readonly pieces?: never };

// Doubled braces, a plain name in braces, any other brace, text between them.
const token = /\{\{|\}\}|\{([a-z][a-z_]*)\}|[{}]|[^{}]+/g;
const shownMax = 24;

/**
 * The parts of a template. `{name}` is a placeholder, with small letters and `_` alone: no attribute, no index, no conversion, no format. `{{` and
 * `}}` stand for one brace. Whether a name is known is for the caller to say.
 */
export function parseTemplate(template: string): ParsedTemplate {
  const pieces: TemplatePiece[] = [];
  for (const { 0: found, 1: name, index } of template.matchAll(token)) {
    if (name !== undefined) pieces.push({ kind: 'name', name });
    else if (found === '{' || found === '}') return { problem: problemAt(template, index) };
    else pieces.push({ kind: 'text', text: found === '{{' ? '{' : found === '}}' ? '}' : found });
  }
  return { pieces };
}

/** The placeholders of a template, each as often as it stands there. */
export function namesIn(pieces: readonly TemplatePiece[]): string[] {
  return pieces.flatMap((piece) => (piece.kind === 'name' ? [piece.name] : []));
}

function problemAt(template: string, at: number): string {
  const rest = template.slice(at, at + shownMax);
  const closes = rest.indexOf('}');
  if (closes > 0) {
    return `expected a plain name between braces, such as {location}, got "${rest.slice(0, closes + 1)}"; double a brace that is meant as one`;
  }
  const side = template[at] === '{' ? 'a "}" for every "{"' : 'a "{" for every "}"';
  return `expected ${side}, got one alone at character ${at + 1} ("${rest}"); double a brace that is meant as one`;
}
