import { useState } from 'react';
import type { LocalProvider } from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';

type Props = { call: Call; onChoose: (provider: LocalProvider, model: string) => void };
type Looked =
  | { state: 'not yet' }
  | { state: 'looking' }
  | { state: 'found'; found: LocalProvider[] }
  | { state: 'failed'; why: string };

/** Looks on this computer, only when told to. Choosing fills in the form and nothing more. */
export function LocalProviders({ call, onChoose }: Props) {
  const [looked, setLooked] = useState<Looked>({ state: 'not yet' });

  async function look(): Promise<void> {
    setLooked({ state: 'looking' });
    const result = await call('findLocalProviders', null);
    setLooked(
      result.ok ? { state: 'found', found: result.value.found } : { state: 'failed', why: result.message },
    );
  }

  return (
    <div className="local">
      <div className="row">
        <button type="button" onClick={() => looked.state !== 'looking' && void look()}>
          Look on this computer
        </button>
        <span className="aside" role="status">
          {lookedText(looked)}
        </span>
      </div>
      {looked.state === 'found' && looked.found.length > 0 && (
        <ul>
          {looked.found.map((provider) => (
            <Found key={provider.address} provider={provider} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  );
}

const Found = ({ provider, onChoose }: { provider: LocalProvider; onChoose: Props['onChoose'] }) => (
  <li>
    <p>
      <strong>
        <bdi>{provider.name}</bdi>
      </strong>{' '}
      <code>{provider.address}</code>
    </p>
    <div className="row">
      {provider.models.map((model) => (
        <button key={model} type="button" onClick={() => onChoose(provider, model)}>
          <bdi>{model}</bdi>
        </button>
      ))}
      {provider.models.length === 0 && (
        <button type="button" onClick={() => onChoose(provider, '')}>
          Take this address
        </button>
      )}
    </div>
  </li>
);

function lookedText(looked: Looked): string {
  switch (looked.state) {
    case 'not yet':
      return '';
    case 'looking':
      return 'Looking…';
    case 'found':
      return looked.found.length === 0 ? 'None was found running.' : '';
    case 'failed':
      return looked.why;
    default:
      return looked satisfies never;
  }
}
