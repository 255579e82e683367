import { untilLoaded } from '../../api/until-loaded.ts';
import { lazy, Suspense } from 'react';
import type { ForgetDialogProps } from './forget-dialog.tsx';

const Dialog = lazy(async () => ({
  default: (await untilLoaded(() => import('./forget-dialog.tsx'))).ForgetDialog,
}));

/** Asks whether something is to be forgotten; loaded when it is first asked. */
export function AskForget(props: ForgetDialogProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
