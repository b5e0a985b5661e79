import type { SearchHit } from '../../../contract/conversation.ts';
import type { Found } from './useSearch.ts';

type Props = { found: Exclude<Found, { state: 'nothing asked' }>; onChoose: (hit: SearchHit) => void };

export function Hits({ found, onChoose }: Props) {
  if (found.state === 'failed') return <p className="problem">{found.why}</p>;
  return (
    <>
      <p className="aside" role="status">
        {found.hits.length === 0 ? 'Nothing is found.' : `${found.hits.length} found`}
      </p>
      <ul className="entries">
        {found.hits.map((hit) => (
          <li key={`${hit.conversationId} ${hit.messageId}`}>
            <button type="button" className="plain" onClick={() => onChoose(hit)}>
              <bdi className="name">{hit.title}</bdi>
              <span className="aside excerpt" dir="auto">
                {hit.excerpt}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
