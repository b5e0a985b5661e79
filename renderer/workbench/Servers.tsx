import type { ServerView } from '../../contract/view.ts';
import type { Call } from './App.tsx';

type Props = {
  servers: readonly ServerView[];
  chosen: string | undefined;
  onChoose: (serverId: string) => void;
  call: Call;
};

export const Servers = ({ servers, chosen, onChoose, call }: Props) => (
  <nav aria-label="Servers">
    <h2>Servers</h2>
    <ul className="servers">
      {servers.map((server) => (
        <li key={server.serverId} className={server.serverId === chosen ? 'server chosen' : 'server'}>
          <button
            type="button"
            className="plain"
            aria-current={server.serverId === chosen}
            onClick={() => onChoose(server.serverId)}
          >
            <span className={`dot ${server.state}`} aria-hidden="true" />
            <bdi className="name">{server.serverId}</bdi>
            <span className="aside">{stateText[server.state]}</span>
          </button>
          {server.serverId === chosen && <Details server={server} call={call} />}
        </li>
      ))}
    </ul>
  </nav>
);

const stateText: Record<ServerView['state'], string> = {
  ready: 'ready',
  starting: 'starting…',
  asking: 'needs your permission',
  pausing: 'starts again soon',
  failed: 'failed',
  stopped: 'stopped',
  off: 'switched off',
};

function Details({ server, call }: { server: ServerView; call: Call }) {
  const { serverId, state } = server;
  const runs = state === 'ready' || state === 'starting';
  return (
    <div className="details">
      <code>{server.address}</code>
      {server.claim !== undefined && <p className="aside">calls itself {server.claim}</p>}
      {server.protocolVersion !== undefined && <p className="aside">MCP {server.protocolVersion}</p>}
      {server.reason !== undefined && <p className="problem">{server.reason}</p>}
      {server.muted && <p className="problem">Muted: it may not ask you anything.</p>}
      <Said server={server} call={call} />
      <div className="row">
        {state !== 'asking' && (
          <button type="button" onClick={() => void call(runs ? 'stopServer' : 'startServer', { serverId })}>
            {runs ? 'Stop' : 'Start'}
          </button>
        )}
        {server.muted && (
          <button type="button" onClick={() => void call('unmuteServer', { serverId })}>
            Unmute
          </button>
        )}
      </div>
      {server.log.length > 0 && (
        <details>
          <summary>What it wrote to its log</summary>
          <pre>{server.log.slice(-30).join('\n')}</pre>
        </details>
      )}
    </div>
  );
}

/** What the person said of it. To change it is asked in a dialog of its own. */
function Said({ server, call }: { server: ServerView; call: Call }) {
  const { serverId, state, traits, roots } = server;
  return (
    <details className="said">
      <summary>What it may do</summary>
      <dl>
        <dt>What counts of it</dt>
        {traits.map((trait) => (
          <dd key={trait}>{trait}</dd>
        ))}
        <dt>Folders that it is told of</dt>
        {roots === null && <dd>you are asked when it wants them</dd>}
        {roots?.length === 0 && <dd>none</dd>}
        {roots?.map((folder) => (
          <dd key={folder}>
            <code>{folder}</code>
          </dd>
        ))}
      </dl>
      {state === 'ready' && (
        <div className="row">
          <button type="button" onClick={() => void call('changeTraits', { serverId })}>
            What it may do…
          </button>
          <button type="button" onClick={() => void call('changeRoots', { serverId })}>
            Folders…
          </button>
        </div>
      )}
    </details>
  );
}
