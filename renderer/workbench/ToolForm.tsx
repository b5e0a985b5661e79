import { useState } from 'react';
import type { CallInput } from '../../contract/ipc.ts';
import type { Problem, ToolView } from '../../contract/view.ts';
import { type FormData, toEntries } from '../../core/drawnSchema.ts';
import { FieldForm, initialData } from '../fields/FieldForm.tsx';
import type { Call } from './App.tsx';

type Props = {
  serverId: string;
  tool: ToolView;
  /** By label: what the first screen proposes. */
  filled: Record<string, string>;
  /** The sample folder, for the server that works on it. */
  sample: string | undefined;
  call: Call;
};

/** A form for a tool's arguments; JSON only where no form can be drawn, since here the person is the author. */
export function ToolForm({ serverId, tool, filled, sample, call }: Props) {
  const { input } = tool;
  const [data, setData] = useState<FormData>(() => proposed(tool, filled));
  const [json, setJson] = useState('{}');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [refusal, setRefusal] = useState('');

  async function start(): Promise<void> {
    const given: CallInput['arguments'] =
      input.kind === 'json'
        ? { kind: 'json', text: json }
        : { kind: 'fields', content: toEntries(input.fields, data) };
    const result = await call('startCall', {
      serverId,
      method: tool.method,
      tool: tool.name,
      arguments: given,
    });
    setProblems(result.ok ? [] : (result.problems ?? []));
    setRefusal(result.ok ? '' : result.message);
  }

  return (
    <section className="tool" aria-label={tool.name}>
      <h2>{tool.title ?? tool.name}</h2>
      {tool.description !== undefined && (
        <p className="description" dir="auto">
          {tool.description}
        </p>
      )}
      <p className={`judged ${tool.judged.effect}`}>{judgedText(tool.judged)}</p>
      {input.kind === 'json' ? (
        <JsonBox why={input.why} text={json} onChange={setJson} />
      ) : (
        <FieldForm
          name={`tool-${tool.name}`}
          fields={input.fields}
          data={data}
          problems={problems}
          onChange={setData}
        />
      )}
      {refusal !== '' && (
        <p className="problem" role="alert">
          {refusal}
        </p>
      )}
      <div className="row">
        <button type="button" className="primary" onClick={() => void start()}>
          {verbs[tool.method]} {tool.name}
        </button>
        {sample !== undefined && (
          <>
            <button type="button" onClick={() => void call('resetSample', null)}>
              Reset sample
            </button>
            <span className="aside">
              in <code>{sample}</code>
            </span>
          </>
        )}
      </div>
    </section>
  );
}

function judgedText({ effect, because }: ToolView['judged']): string {
  switch (effect) {
    case 'allow':
      return `Sent without asking: ${because}.`;
    case 'ask':
      return `You are asked before it is sent: ${because}.`;
    case 'deny':
      return `Not sent: ${because}.`;
    default:
      return effect satisfies never;
  }
}

const verbs = { 'tools/call': 'Call', 'prompts/get': 'Get', 'resources/read': 'Read' } as const;

function JsonBox({ why, text, onChange }: { why: string; text: string; onChange: (text: string) => void }) {
  return (
    <div className="field">
      <label htmlFor="json-arguments">Arguments (JSON)</label>
      <textarea
        id="json-arguments"
        className="json"
        rows={5}
        spellCheck={false}
        autoComplete="off"
        aria-describedby="json-why"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="hint" id="json-why">
        {why}
      </p>
    </div>
  );
}

function proposed({ input }: ToolView, filled: Record<string, string>): FormData {
  if (input.kind === 'json') return {};
  const named = input.fields.flatMap((field) => {
    const text = filled[field.label];
    return text === undefined ? [] : [[field.id, text]];
  });
  return { ...initialData(input.fields), ...Object.fromEntries(named) };
}
