import type {
  ApprovalBody,
  DifferenceView,
  FieldView,
  FoldersBody,
  ForwardingBody,
  PolicyBody,
  Problem,
  ProgramBody,
  ProviderBody,
  QuestionView,
  RemoteBody,
  RootsBody,
  TraitsBody,
} from '../../contract/view.ts';
import type { FormData } from '../../core/drawnSchema.ts';
import { FieldForm } from '../fields/FieldForm.tsx';
import { Address } from './Address.tsx';
import { ServerText } from './ServerText.tsx';

type Props = {
  view: QuestionView;
  data: FormData;
  problems: readonly Problem[];
  readOnly: boolean;
  onChange: (data: FormData) => void;
};

/** What is asked. The two marks tell the preload that the end of each part has been on screen. */
export function Body({ view: { body, questionId, again }, data, problems, readOnly, onChange }: Props) {
  return (
    <>
      {again && <Changed what="It asks the same as before in this call." />}
      <div className="asked">{asked(body)}</div>
      {fieldsOfView(body).length > 0 && (
        <FieldForm
          name={`q${questionId}`}
          fields={fieldsOfView(body)}
          data={data}
          problems={problems}
          readOnly={readOnly}
          onChange={onChange}
        />
      )}
      <span className="seen" data-must-see="fields" />
    </>
  );
}

/** What is to be filled in; nothing where there are only buttons. */
export const fieldsOfView = (body: QuestionView['body']): FieldView[] =>
  'fields' in body ? body.fields : noFields;
const noFields: FieldView[] = [];

function asked(body: QuestionView['body']) {
  switch (body.kind) {
    case 'form':
      return <ServerText text={body.message} />;
    case 'url':
      return (
        <>
          <ServerText text={body.message} />
          <p>This page would be opened in your browser. Countersign does not see what you do there.</p>
          <Address address={body.address} />
        </>
      );
    case 'approval':
      return <Approval body={body} />;
    case 'policy':
      return <Rules body={body} />;
    case 'forwarding':
      return <Collector body={body} />;
    case 'remote':
      return <Remote body={body} />;
    case 'program':
      return <Program body={body} />;
    case 'folders':
      return <Folders body={body} />;
    case 'provider':
      return <Provider body={body} />;
    case 'link':
      return (
        <>
          <p>It stands in a text that a model wrote. Countersign does not see what you do there.</p>
          <Address address={body.address} />
          <span className="seen" data-must-see="message" />
        </>
      );
    case 'traits':
      return <WhatItMayDo body={body} />;
    case 'roots':
      return <SharedFolders body={body} />;
    default:
      return body satisfies never;
  }
}

function Program({ body }: { body: ProgramBody }) {
  return (
    <>
      <Difference of={body.changed} />
      <dl className="facts">
        <dt>Program</dt>
        <dd>
          <code>{body.command}</code>
        </dd>
        <dt>Arguments</dt>
        <dd>
          {body.args.length === 0 ? 'none' : null}
          {body.args.map((arg, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of arguments is what they are told by
            <code key={index}>{arg}</code>
          ))}
        </dd>
        {body.cwd !== undefined && (
          <>
            <dt>Folder</dt>
            <dd>
              <code>{body.cwd}</code>
            </dd>
          </>
        )}
        {body.environment.length > 0 && (
          <>
            <dt>Environment</dt>
            <dd>{body.environment.join(', ')}</dd>
          </>
        )}
      </dl>
      <p className="warning">
        It runs with all your rights: it can read, change and delete whatever you can.
      </p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

function Approval({ body }: { body: ApprovalBody }) {
  return (
    <>
      {body.changed && (
        <>
          <Changed what="This tool is another one than you approved before. Compare:" />
          <div className="compare">
            <section aria-label="As you approved it">
              <h2>As you approved it</h2>
              <pre>{body.changed.before}</pre>
            </section>
            <section aria-label="As it is now">
              <h2>As it is now</h2>
              <pre>{body.changed.after}</pre>
            </section>
          </div>
        </>
      )}
      <div>
        <h2>Everything that is sent</h2>
        <pre className="arguments">{body.arguments}</pre>
        {body.newArguments.length > 0 && (
          <p className="warning">Not as in the last call of it: {body.newArguments.join(', ')}</p>
        )}
      </div>
      {body.by === 'model' && <Changed what="The model called it, not you." />}
      <p className="aside">
        {body.by === 'model' ? 'It' : 'You called it. It'} is asked, since {body.because}.
      </p>
      <p>Sending it does not answer what the server may ask you in it.</p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

function Rules({ body }: { body: PolicyBody }) {
  return (
    <>
      {body.lost && (
        <Changed what="The rules that you accepted before were changed or removed by something else. Look whether one is missing here." />
      )}
      <p>Until you accept them, only what they tighten is in force.</p>
      {body.added.length + body.removed.length === 0 && <p>There are no rules: every call would be asked.</p>}
      {body.added.length > 0 && <RuleList heading="New" rules={body.added} />}
      {body.removed.length > 0 && <RuleList heading="Gone" rules={body.removed} />}
      <span className="seen" data-must-see="message" />
    </>
  );
}

const RuleList = ({ heading, rules }: { heading: string; rules: readonly string[] }) => (
  <section aria-label={heading}>
    <h2>{heading}</h2>
    <ul className="rules">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </section>
);

function Collector({ body }: { body: ForwardingBody }) {
  return (
    <>
      {body.before !== undefined && (
        <p className="warning">
          Until now it is sent to <code>{body.before}</code>
        </p>
      )}
      {body.address !== undefined && <Address address={body.address} />}
      {body.headers.length > 0 && <p>Sent to it with every request: {body.headers.join(', ')}</p>}
      <p>
        {body.address === undefined
          ? 'The record is then kept on this computer alone.'
          : 'From now on every line of the record is sent there: which tools were called, what servers asked, and how you answered. Values are in it only of servers for which you keep them.'}
      </p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

function Provider({ body }: { body: ProviderBody }) {
  return (
    <>
      {body.before !== undefined && (
        <p className="warning">
          Until now conversations go to <code>{body.before}</code>
        </p>
      )}
      <Address address={body.address} />
      <p>
        It gets what you write in conversations, what the model may call, and what calls returned; never what
        a server asks you, or what you answer.
      </p>
      <p className="aside">
        {body.keptIn === 'key store'
          ? 'Your key is kept by the key store of this system, and sent to this address alone.'
          : 'This system has no key store: your key is kept in memory, until Countersign is closed.'}
      </p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

function Remote({ body }: { body: RemoteBody }) {
  return (
    <>
      <Difference of={body.changed} />
      <Address address={body.address} />
      {body.headers.length > 0 && <p>Sent to it with every request: {body.headers.join(', ')}</p>}
      <p>It gets what you and your assistant send to its tools, and can ask you questions.</p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

function Folders({ body }: { body: FoldersBody }) {
  return (
    <>
      <Difference of={body.changed} />
      <ul className="folders">
        {body.folders.map((folder) => (
          <li key={folder}>
            <code>{folder}</code>
          </li>
        ))}
      </ul>
      <p>
        {body.folders.length === 0
          ? 'It comes with Countersign and asks every kind of question, to try them out. It reads and changes nothing.'
          : 'The bundled file server may read every file in them, and delete one when you confirm it.'}
      </p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

function WhatItMayDo({ body }: { body: TraitsBody }) {
  return (
    <>
      {body.driving.length > 0 && (
        <>
          <Changed what="Some of its tools look as if they could move the pointer, type, run commands or read the screen:" />
          <ul className="rules">
            {body.driving.map((tool) => (
              <li key={tool}>
                <bdi>{tool}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <span className="seen" data-must-see="message" />
    </>
  );
}

function SharedFolders({ body }: { body: RootsBody }) {
  return (
    <>
      <p>
        It is told where they are, and asked to keep to them. That is a request and no wall: it can do what it
        could do before.
      </p>
      {body.elsewhere && <Changed what="It runs somewhere else: the names of your folders go there." />}
      <span className="seen" data-must-see="message" />
    </>
  );
}

/** What is another in its entry of servers.json than it was when it was accepted. */
const Difference = ({ of }: { of: DifferenceView | undefined }) =>
  of === undefined ? null : (
    <>
      <Changed what="Its entry in servers.json is not the one that you accepted before." />
      {of.added.length > 0 && <RuleList heading="New" rules={of.added} />}
      {of.gone.length > 0 && <RuleList heading="Gone" rules={of.gone} />}
    </>
  );

const Changed = ({ what }: { what: string }) => <p className="warning">{what}</p>;
