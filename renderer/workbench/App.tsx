import { useState } from 'react';
import type { WorkbenchBridge } from '../../contract/ipc.ts';
import type { ServerView, ToolView, WorkbenchView } from '../../contract/view.ts';
import { Activity } from './Activity.tsx';
import { Calls } from './Calls.tsx';
import { ConversationPage } from './conversation/ConversationPage.tsx';
import { ModelPage } from './model/ModelPage.tsx';
import { Notices } from './Notices.tsx';
import { OpenQuestions } from './OpenQuestions.tsx';
import { Rules } from './Rules.tsx';
import { Servers } from './Servers.tsx';
import { ToolForm } from './ToolForm.tsx';
import { Tools } from './Tools.tsx';

export type Call = WorkbenchBridge['call'];

type Page = 'conversation' | 'model' | 'activity' | 'rules';
const pages: readonly { page: Page; name: string }[] = [
  { page: 'conversation', name: 'Conversation' },
  { page: 'model', name: 'Model' },
  { page: 'activity', name: 'Activity' },
  { page: 'rules', name: 'Rules and approvals' },
];

type Props = {
  view: WorkbenchView;
  call: Call;
  onConversation: WorkbenchBridge['onConversation'];
};

/** Which server and tool are chosen is the page's own affair; everything else is main's. */
export function App({ view, call, onConversation }: Props) {
  const [chosen, setChosen] = useState<{
    serverId?: string;
    method?: string;
    tool?: string;
    page?: Page;
  }>({});
  const server = chooseServer(view, chosen.serverId);
  const tool = chooseTool(view, server, chosen);
  return (
    <div className="workbench">
      <aside>
        <h1>Countersign</h1>
        <Servers
          servers={view.servers}
          chosen={server?.serverId}
          onChoose={(serverId) => setChosen({ serverId })}
          call={call}
        />
        <div className="pages">
          {pages.map(({ page, name }) => (
            <button
              key={page}
              type="button"
              className="plain show-page"
              aria-current={chosen.page === page}
              onClick={() => setChosen({ page })}
            >
              {name}
            </button>
          ))}
        </div>
        <footer>
          <p className="aside">Every call, question and answer is on the record.</p>
          <button
            type="button"
            className="plain show-record"
            onClick={() => void call('showAuditFile', null)}
          >
            Show the record
          </button>
          <button type="button" className="plain show-record" onClick={() => void call('showLogFile', null)}>
            Show the log
          </button>
        </footer>
      </aside>
      <main>
        {view.warnings.map((warning) => (
          <p className="banner" key={warning}>
            {warning}
          </p>
        ))}
        <Notices notices={view.notices} call={call} />
        <OpenQuestions questions={view.questions} call={call} />
        {chosen.page === 'conversation' ? (
          <ConversationPage
            conversations={view.conversations}
            locale={view.locale.tag}
            call={call}
            onConversation={onConversation}
            onChooseModel={() => setChosen({ page: 'model' })}
          />
        ) : chosen.page === 'model' ? (
          <ModelPage provider={view.conversations.provider} call={call} />
        ) : chosen.page === 'activity' ? (
          <Activity locale={view.locale.tag} call={call} />
        ) : chosen.page === 'rules' ? (
          <Rules rules={view.rules} locale={view.locale.tag} call={call} />
        ) : server === undefined ? (
          <p className="empty">
            There is no server yet. Add one to servers.json and start Countersign again.
          </p>
        ) : (
          <div className="bench">
            <Tools
              server={server}
              chosen={tool}
              onChoose={({ method, name }) => setChosen({ serverId: server.serverId, method, tool: name })}
            />
            {tool === undefined ? (
              <p className="empty">{whyNoTool(server)}</p>
            ) : (
              <ToolForm
                // Another tool, or other fields, is another form.
                key={`${server.serverId} ${tool.method} ${tool.name} ${JSON.stringify(tool.input)}`}
                serverId={server.serverId}
                tool={tool}
                filled={filledFor(view, server, tool)}
                sample={server.serverId === view.sample.serverId ? view.sample.folder : undefined}
                call={call}
              />
            )}
          </div>
        )}
        {(chosen.page === undefined || chosen.page === 'rules') && (
          <Calls calls={view.calls} locale={view.locale.tag} call={call} />
        )}
      </main>
    </div>
  );
}

const chooseServer = (view: WorkbenchView, serverId: string | undefined): ServerView | undefined =>
  view.servers.find((server) => server.serverId === serverId) ??
  view.servers.find((server) => server.serverId === view.sample.serverId) ??
  view.servers[0];

function chooseTool(
  view: WorkbenchView,
  server: ServerView | undefined,
  { method, tool: name }: { method?: string; tool?: string },
): ToolView | undefined {
  const proposed = server?.serverId === view.sample.serverId ? view.sample.tool : undefined;
  return (
    server?.tools.find((tool) => tool.name === name && tool.method === method) ??
    server?.tools.find((tool) => tool.name === proposed) ??
    server?.tools[0]
  );
}

/** The first screen proposes a call on the sample; every other form starts empty. */
const filledFor = (view: WorkbenchView, server: ServerView, tool: ToolView): Record<string, string> =>
  server.serverId === view.sample.serverId && tool.name === view.sample.tool ? view.sample.filled : {};

function whyNoTool({ state, reason }: ServerView): string {
  switch (state) {
    case 'ready':
      return 'This server offers no tools.';
    case 'failed':
      return reason ?? 'This server could not be started.';
    case 'asking':
      return 'This server waits for your permission to start, in its own dialog.';
    case 'starting':
      return 'This server is starting…';
    case 'pausing':
      return 'This server ended by itself and is started again soon.';
    case 'off':
      return 'This server is switched off.';
    case 'stopped':
      return 'This server is stopped. Start it to see its tools.';
    default:
      return state satisfies never;
  }
}
