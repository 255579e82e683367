import { Slider as Base } from '@base-ui/react/slider';

/** Steps to choose one of, such as days, in order. */
export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** What a value is called, such as its day. */
  readonly words: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** One value of a range; arrow keys, page keys, home and end move it. */
export function Slider({ label, value, min, max, step = 1, words, onChange }: SliderProps) {
  return (
    <Base.Root
      className="slider"
      value={value}
      min={min}
      max={max}
      step={step}
      onValueChange={(next) => onChange(typeof next === 'number' ? next : (next[0] ?? min))}
    >
      <div className="slider-head">
        <span>{label}</span>
        <output className="soft">{words(value)}</output>
      </div>
      <Base.Control className="slider-control">
        <Base.Track className="slider-track">
          <Base.Indicator className="slider-fill" />
          <Base.Thumb className="slider-thumb" aria-label={label} getAriaValueText={(_, at) => words(at)} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
