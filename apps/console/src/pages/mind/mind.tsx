import { Empty } from '../../parts/states.tsx';

/** The first page of the section. */
export function Page() {
  return (
    <Empty title="Nothing to show here yet">Thoughts and what routing has learnt will be shown here.</Empty>
  );
}
