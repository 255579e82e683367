import type { Declaration } from './declarations.ts';

/** What stands in these is no text of the mail, or is shown only where something else cannot be. */
export const droppedTags: ReadonlySet<string> = new Set([
  'applet',
  'area',
  'audio',
  'canvas',
  'datalist',
  'embed',
  'frameset',
  'iframe',
  'map',
  'math',
  'meter',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'progress',
  'rp',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]);

/** These begin a line, and end one. */
export const blockTags: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'center',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'ul',
  'caption',
]);

/** Between these and what stands beside them is an empty line. */
export const spacedTags: ReadonlySet<string> = new Set([
  'blockquote',
  'dl',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);

/** How an element looks by its attributes, without any style: the weakest of all declarations. */
export function attributeStyle(
  tag: string,
  attributes: Readonly<Record<string, string>>,
): readonly Declaration[] {
  const style: Declaration[] = [];
  const add = (property: string, value: string | undefined): void => {
    if (value !== undefined && value !== '')
      style.push({ property, value: value.toLowerCase(), important: false });
  };
  add('background-color', attributes['bgcolor']);
  if (attributes['background'] !== undefined) add('background', 'url(picture)');
  if (tag === 'font') add('color', attributes['color']);
  if (tag === 'body') add('color', attributes['text']);
  if (tag === 'pre' || tag === 'listing' || tag === 'plaintext') add('white-space', 'pre');
  const closed =
    (tag === 'dialog' && attributes['open'] === undefined) || attributes['popover'] !== undefined;
  if (closed || attributes['hidden'] !== undefined) add('display', 'none');
  return style;
}
