import { useState } from 'react';
import type { LocalProvider, ProviderKind } from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';
import { kindName, kinds } from './kinds.ts';
import { LocalProviders } from './LocalProviders.tsx';

type Chosen = { kind: ProviderKind; model: string; address: string };
const nothing: Chosen = { kind: 'anthropic', model: '', address: '' };

export function ChooseModel({ call }: { call: Call }) {
  const [chosen, setChosen] = useState(nothing);
  const [asks, setAsks] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isCompatible = chosen.kind === 'compatible';
  const missing = chosen.model.trim() === '' || (isCompatible && chosen.address.trim() === '');

  async function choose(): Promise<void> {
    if (missing || asks) return;
    setAsks(true);
    const { kind, model, address } = chosen;
    const result = await call('chooseProvider', {
      kind,
      model: model.trim(),
      address: isCompatible ? address.trim() : '',
    });
    setAsks(false);
    setRefusal(result.ok ? '' : result.message);
  }

  return (
    <form
      className="fields choose-model"
      onSubmit={(event) => {
        event.preventDefault();
        void choose();
      }}
    >
      <Kinds chosen={chosen.kind} onChoose={(kind) => setChosen({ ...chosen, kind, model: '' })} />
      {isCompatible && (
        <>
          <LocalProviders
            call={call}
            onChoose={({ address }: LocalProvider, model) =>
              setChosen({ kind: 'compatible', address, model })
            }
          />
          <Text
            label="Address"
            value={chosen.address}
            hint="Up to and with /v1, as its makers give it"
            onChange={(address) => setChosen({ ...chosen, address })}
          />
        </>
      )}
      <Text
        label="Model"
        value={chosen.model}
        hint="Its name, as the provider spells it"
        onChange={(model) => setChosen({ ...chosen, model })}
      />
      {refusal !== '' && (
        <p className="problem" role="alert">
          {refusal}
        </p>
      )}
      <div className="row">
        <button type="submit" className="primary" aria-disabled={missing || asks}>
          {asks ? 'Asked in its own window…' : 'Choose'}
        </button>
        <span className="aside">You are asked in its own window, where a key is typed as well.</span>
      </div>
    </form>
  );
}

const Kinds = ({ chosen, onChoose }: { chosen: ProviderKind; onChoose: (kind: ProviderKind) => void }) => (
  <fieldset className="field">
    <legend>Provider</legend>
    <div className="options">
      {kinds.map(({ kind, hint }) => (
        <label key={kind} className="option">
          <input type="radio" name="kind" checked={kind === chosen} onChange={() => onChoose(kind)} />
          <span>
            {kindName[kind]} <span className="aside">{hint}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);

type TextProps = { label: string; value: string; hint: string; onChange: (value: string) => void };

const Text = ({ label, value, hint, onChange }: TextProps) => (
  <div className="field">
    <label htmlFor={`model-${label}`}>{label}</label>
    <input
      id={`model-${label}`}
      type="text"
      autoComplete="off"
      spellCheck={false}
      aria-describedby={`model-${label}-hint`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    <p className="hint" id={`model-${label}-hint`}>
      {hint}
    </p>
  </div>
);
