import type { ProviderView } from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';
import { ChooseModel } from './ChooseModel.tsx';
import { kindName } from './kinds.ts';

type Props = { provider: ProviderView | null; call: Call };

/** Which model is talked to. Accepting one, and its key, is asked in the question window; here it is only named. */
export const ModelPage = ({ provider, call }: Props) => (
  <section className="model-page" aria-label="Model">
    <h2>Model</h2>
    {provider === null ? (
      <p>
        No model is chosen. Countersign is fully useful by hand: choose a server on the left, fill in a tool
        and call it. To let a model make calls for you, choose one here.
      </p>
    ) : (
      <Current provider={provider} call={call} />
    )}
    <h3>{provider === null ? 'Choose a model' : 'Choose another'}</h3>
    <ChooseModel call={call} />
  </section>
);

const Current = ({ provider, call }: { provider: ProviderView; call: Call }) => (
  <div className="current">
    <dl className="facts">
      <dt>Provider</dt>
      <dd>{kindName[provider.kind]}</dd>
      <dt>Model</dt>
      <dd>
        <bdi>{provider.model}</bdi>
      </dd>
      <dt>Address</dt>
      <dd>
        <code>{provider.address}</code>
        <span className="aside">The only address that the model’s process reaches.</span>
      </dd>
      <dt>Key</dt>
      <dd>{keyText[provider.key]}</dd>
    </dl>
    <button type="button" onClick={() => void call('forgetProvider', null)}>
      Forget it and its key
    </button>
  </div>
);

const keyText: Record<ProviderView['key'], string> = {
  'key store': 'In this computer’s key store. The model’s process never has it.',
  memory: 'In memory only, since this computer has no key store: it is gone when Countersign is closed.',
  none: 'None.',
};
