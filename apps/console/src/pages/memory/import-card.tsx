import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { say } from '../../parts/toast.tsx';
import { importPages, type ImportPage, type Imported, pagesOf } from './import-file.ts';

/** Takes in what was said to another agent: says first what would be new. */
export function ImportCard() {
  const id = useId();
  const [pages, setPages] = useState<readonly ImportPage[]>();
  const look = useMutation({
    mutationFn: async (file: File) => {
      setPages(undefined);
      const read = await pagesOf(file);
      const found = await importPages(read, true);
      setPages(read);
      return found;
    },
  });
  const go = useMutation({
    mutationFn: (read: readonly ImportPage[]) => importPages(read, false),
    onSuccess: async ({ imported }) => {
      say(`Taken in: ${imported}. What is made of it follows.`);
      setPages(undefined);
      look.reset();
      await queryClient.invalidateQueries();
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file !== undefined) look.mutate(file);
    target.value = '';
  };
  const error = look.error ?? go.error;
  return (
    <Card title="Import">
      <p className="soft">
        Takes in what was said to another agent, from a file of its export. Facts, episodes and concepts are
        made from it again; how far it is trusted is <i>unverified</i> at most.
      </p>
      <div className="field">
        <label htmlFor={id}>A file of an export</label>
        <input
          id={id}
          className="input"
          type="file"
          accept=".jsonl,.ndjson,application/x-ndjson"
          disabled={look.isPending || go.isPending}
          onChange={choose}
        />
      </div>
      <div role="status">
        {look.isPending && <p className="soft">Reading.</p>}
        {look.data !== undefined && pages !== undefined && <Found found={look.data} />}
      </div>
      {error !== null && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      {pages !== undefined && (
        <Button
          kind="primary"
          busy={go.isPending}
          disabled={look.data?.imported === 0}
          onClick={() => go.mutate(pages)}
        >
          Take it in
        </Button>
      )}
    </Card>
  );
}

function Found({ found }: { found: Imported }) {
  return (
    <p>
      <b>{found.imported}</b> would be taken in; {found.known} are there already
      {found.forgotten > 0 && <>; {found.forgotten} were forgotten here, and stay so</>}. {found.other} other
      lines are made again from what was said.
    </p>
  );
}
