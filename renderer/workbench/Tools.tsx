import type { ServerView } from '../../contract/view.ts';

type Props = { server: ServerView; chosen: string | undefined; onChoose: (tool: string) => void };

export const Tools = ({ server, chosen, onChoose }: Props) => (
  <nav className="tools" aria-label={`Tools of ${server.serverId}`}>
    <h2>Tools</h2>
    <ul>
      {server.tools.map((tool) => (
        <li key={tool.name}>
          <button
            type="button"
            className="plain"
            aria-current={tool.name === chosen}
            onClick={() => onChoose(tool.name)}
          >
            {tool.name}
          </button>
        </li>
      ))}
    </ul>
  </nav>
);
