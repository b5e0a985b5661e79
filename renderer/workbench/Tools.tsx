import type { ServerView, ToolView } from '../../contract/view.ts';

type Props = { server: ServerView; chosen: ToolView | undefined; onChoose: (tool: ToolView) => void };

const groups = [
  { method: 'tools/call', heading: 'Tools' },
  { method: 'prompts/get', heading: 'Prompts' },
  { method: 'resources/read', heading: 'Resources' },
] as const;

/** What a server offers; a group that is empty is left out, but for the tools. */
export const Tools = ({ server, chosen, onChoose }: Props) => (
  <nav className="tools" aria-label={`Tools of ${server.serverId}`}>
    {groups.map(({ method, heading }) => {
      const offered = server.tools.filter((tool) => tool.method === method);
      if (offered.length === 0 && method !== 'tools/call') return null;
      return (
        <section key={method}>
          <h2>{heading}</h2>
          <ul>
            {offered.map((tool) => (
              <li key={tool.name}>
                <button
                  type="button"
                  className="plain"
                  aria-current={tool === chosen}
                  onClick={() => onChoose(tool)}
                >
                  {method === 'resources/read' ? (tool.title ?? tool.name) : tool.name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </nav>
);
