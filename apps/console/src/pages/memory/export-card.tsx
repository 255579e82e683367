import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { credentialHeaders, credentials } from '../../api/credentials.ts';
import { problemOf } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';

const file = 'memory.jsonl';
const address = '/memory/export';

/** Takes everything out that is remembered, as one file. */
export function ExportCard() {
  const { agent, key } = credentials();
  return (
    <Card title="Export">
      <p className="soft">
        Everything that is stored, one JSON object a line, sources before what was made from them. The last
        line says how many there are; a file without it is not whole.
      </p>
      {agent === undefined && key === undefined ? (
        // The browser writes it to the disk as it comes.
        <a className="button primary" href={address} download={file}>
          Download {file}
        </a>
      ) : (
        <Fetched />
      )}
    </Card>
  );
}

/** A link sends no header, and this visitor is known by one: the file is read here, then handed to the browser. */
function Fetched() {
  const [lines, setLines] = useState(0);
  const go = useMutation({ mutationFn: () => download(setLines) });
  return (
    <>
      <Button kind="primary" busy={go.isPending} onClick={() => go.mutate()}>
        Download {file}
      </Button>
      <p className="soft" role="status">
        {go.isPending && `${lines.toLocaleString()} lines so far.`}
        {go.error?.message}
      </p>
    </>
  );
}

async function download(onLines: (lines: number) => void): Promise<void> {
  const response = await fetch(address, { headers: credentialHeaders(address) });
  if (!response.ok || response.body === null) throw await problemOf(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    for (const byte of part.value) if (byte === 10) lines += 1;
    onLines(lines);
  }
  const made = URL.createObjectURL(new Blob(parts, { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  Object.assign(link, { href: made, download: file });
  link.click();
  URL.revokeObjectURL(made);
}
