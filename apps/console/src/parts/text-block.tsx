import { classes } from './class-names.ts';
import { stretchesOf } from './visible-text.ts';

/** Words of somebody else inside a line: isolated, so that they move nothing beside them. */
export function Words({ text, className }: { text: string; className?: string }) {
  return (
    <bdi className={className}>
      <Stretches text={text} />
    </bdi>
  );
}

/** Words of somebody else as a block: text as text, line by line, nothing hidden. */
export function TextBlock({ text, code = false }: { text: string; code?: boolean }) {
  return (
    <div className={classes('text-block', code && 'code')} dir="auto">
      <Stretches text={text} />
    </div>
  );
}

function Stretches({ text }: { text: string }) {
  return stretchesOf(text).map(({ hidden, text: part }, index) =>
    hidden ? (
      <span key={index} className="unseen" title="A character that is not seen">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
