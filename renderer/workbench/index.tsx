/** The workbench page: servers, tools and calls. It has no way to answer a question. */
import { createRoot } from 'react-dom/client';
import type { WorkbenchBridge } from '../../contract/ipc.ts';
import type { WorkbenchView } from '../../contract/view.ts';
import { snapshotStore, useSnapshot } from '../useSnapshot.ts';
import { App } from './App.tsx';
import '../theme.css';
import './workbench.css';
import './conversation/conversation.css';
import './conversation/written.css';
import './model/model.css';

const bridge = (window as unknown as { countersign: WorkbenchBridge }).countersign;
const store = snapshotStore<WorkbenchView>();
bridge.onChanged(store.set);
void bridge.call('getView', null).then((result) => {
  if (result.ok && store.get() === undefined) store.set(result.value);
});

function Page() {
  const view = useSnapshot(store);
  return view === undefined ? null : (
    <App view={view} call={bridge.call} onConversation={bridge.onConversation} />
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
