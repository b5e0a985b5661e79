/** The question page. Its question comes as a message from its own preload; `answerInput` is all it can call. */
import { createRoot } from 'react-dom/client';
import type { QuestionBridge } from '../../contract/ipc.ts';
import type { QuestionView } from '../../contract/view.ts';
import { snapshotStore, useSnapshot } from '../useSnapshot.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import '../theme.css';
import './question.css';

declare global {
  interface Window {
    countersign: QuestionBridge;
  }
}

const store = snapshotStore<QuestionView>();

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const data = event.data as { countersign?: unknown; view?: QuestionView } | null;
  if (event.source !== window || data?.countersign !== 'question' || data.view === undefined) return;
  store.set(data.view);
});

function Page() {
  const view = useSnapshot(store);
  return view === undefined ? null : (
    <QuestionDialog view={view} answerInput={window.countersign.answerInput} close={() => window.close()} />
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
