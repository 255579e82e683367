import { declarationsIn, plainCss } from './declarations.ts';
import { attributeStyle, blockTags, droppedTags, spacedTags } from './elements.ts';
import { linkOf } from './links.ts';
import { isSeen, type Look, lookOf, plainLook } from './look.ts';
import type { StyledElement } from './selectors.ts';
import { mediaHolds, type StyleSheet, styleSheetOf, TooComplex } from './style-sheet.ts';
import { type TextWriter, textWriter } from './text-writer.ts';

/** The words of HTML that are seen, and those that are not. */
export interface ReadHtml {
  readonly text: string;
  readonly hidden: string;
}

/** An element that is open. */
interface Open extends StyledElement {
  readonly look: Look;
  readonly quotes: number;
  /** Where a link leads, and what has been written of its words. */
  readonly href: string | undefined;
  readonly words: string[];
}

/** Elements that stand in each other; what the parser does with one takes as long as there are others around it. */
const depthMax = 4_000;

/** Reads HTML; undefined if its styles would take too long. The HTML parser is loaded with the first. */
export async function readHtml(html: string): Promise<ReadHtml | undefined> {
  const { Parser } = await import('htmlparser2');
  const parse = (handler: ConstructorParameters<typeof Parser>[0]): void => {
    const parser = new Parser(handler, { decodeEntities: true });
    parser.write(html);
    parser.end();
  };
  try {
    const sheets: string[] = [];
    parse(sheetHandler(sheets));
    const writer = textWriter();
    const hidden: string[] = [];
    parse(textHandler(styleSheetOf(sheets), writer, hidden));
    return { text: writer.written(), hidden: hidden.join(' ') };
  } catch (error) {
    if (error instanceof TooComplex) return undefined;
    throw error;
  }
}

/** Collects the style sheets, which may stand behind what they style, and refuses what is too deep. */
function sheetHandler(sheets: string[]) {
  let open = false;
  /** A style in something that is not shown is none. */
  let dropped = 0;
  let depth = 0;
  return {
    onopentag(tag: string, attributes: Record<string, string>) {
      depth += 1;
      if (depth > depthMax) throw new TooComplex('too deep');
      const { media = '', type = '' } = attributes;
      open = tag === 'style' && dropped === 0 && /^(?:text\/css)?$/i.test(type.trim()) && mediaHolds(media);
      if (open) sheets.push('');
      if (droppedTags.has(tag)) dropped += 1;
    },
    ontext(text: string) {
      if (open) sheets.push((sheets.pop() ?? '') + text);
    },
    onclosetag(tag: string) {
      open = false;
      depth -= 1;
      if (droppedTags.has(tag)) dropped -= 1;
    },
  };
}

/** Writes what is seen. */
function textHandler(sheet: StyleSheet, writer: TextWriter, hidden: string[]) {
  const path: Open[] = [];
  const links: Open[] = [];
  /** How deep it stands in something that is no text. */
  let dropped = 0;
  return {
    onopentag(tag: string, attributes: Record<string, string>) {
      if (dropped > 0 || droppedTags.has(tag)) {
        dropped += 1;
        return;
      }
      const parent = path.at(-1);
      const element = elementOf(tag, attributes, path, sheet, parent);
      path.push(element);
      if (element.href !== undefined) links.push(element);
      if (isSeen(element.look)) beginElement(writer, element);
    },
    ontext(text: string) {
      if (dropped > 0) return;
      const inside = path.at(-1);
      const look = inside?.look ?? plainLook;
      if (!isSeen(look) || (inside !== undefined && isFolded(inside))) hidden.push(text);
      else {
        writer.text(text, look.keepsBlanks);
        links.at(-1)?.words.push(text);
      }
    },
    onclosetag() {
      if (dropped > 0) {
        dropped -= 1;
        return;
      }
      const element = path.pop();
      if (element !== undefined && links.at(-1) === element) links.pop();
      if (element !== undefined && isSeen(element.look)) endElement(writer, element);
      writer.quote(path.at(-1)?.quotes ?? 0);
    },
  };
}

function elementOf(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  path: readonly Open[],
  sheet: StyleSheet,
  parent: Open | undefined,
): Open {
  const element = {
    tag,
    attributes,
    id: (attributes['id'] ?? '').toLowerCase(),
    classes: (attributes['class'] ?? '').toLowerCase().split(/\s+/),
  };
  const declarations = [
    ...attributeStyle(tag, attributes),
    ...sheet.declarationsFor([...path.slice(-64), element]),
    ...declarationsIn(plainCss(attributes['style'] ?? '')),
  ];
  const look = lookOf(parent?.look ?? plainLook, declarations);
  const folded = parent !== undefined && isFolded(parent) && tag !== 'summary';
  return {
    ...element,
    look: folded ? { ...look, gone: true } : look,
    quotes: (parent?.quotes ?? 0) + (tag === 'blockquote' ? 1 : 0),
    href: tag === 'a' ? attributes['href'] : undefined,
    words: [],
  };
}

/** True for a <details> that nobody has opened: only its summary is seen. */
function isFolded({ attributes, tag }: Open): boolean {
  return tag === 'details' && attributes['open'] === undefined;
}

function beginElement(writer: TextWriter, { quotes, tag }: Open): void {
  writer.quote(quotes);
  if (tag === 'br') writer.lineEnd();
  else if (blockTags.has(tag)) writer.block(spacedTags.has(tag));
  else if (tag === 'td' || tag === 'th') writer.blank();
  if (tag === 'li') writer.mark('- ');
}

function endElement(writer: TextWriter, { href, tag, words }: Open): void {
  const link = href === undefined ? undefined : linkOf(href, words.join(''));
  if (link !== undefined) writer.text(` (${link})`, true);
  if (blockTags.has(tag)) writer.block(spacedTags.has(tag));
  else if (tag === 'td' || tag === 'th') writer.blank();
}
