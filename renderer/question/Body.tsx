import type { FoldersBody, Problem, ProgramBody, QuestionView } from '../../contract/view.ts';
import type { FormData } from '../../core/drawnSchema.ts';
import { FieldForm } from '../fields/FieldForm.tsx';
import { ServerText } from './ServerText.tsx';

type Props = {
  view: QuestionView;
  data: FormData;
  problems: readonly Problem[];
  readOnly: boolean;
  onChange: (data: FormData) => void;
};

/** What is asked. The two marks tell the preload that the end of each part has been on screen. */
export function Body({ view: { body, questionId }, data, problems, readOnly, onChange }: Props) {
  return (
    <>
      <div className="asked">{asked(body)}</div>
      {body.kind === 'form' && body.fields.length > 0 && (
        <FieldForm
          name={`q${questionId}`}
          fields={body.fields}
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

function asked(body: QuestionView['body']) {
  switch (body.kind) {
    case 'form':
      return <ServerText text={body.message} />;
    case 'program':
      return <Program body={body} />;
    case 'folders':
      return <Folders body={body} />;
    default:
      return body satisfies never;
  }
}

function Program({ body }: { body: ProgramBody }) {
  return (
    <>
      {body.changed && <Changed what="Its command is not the one that you accepted before." />}
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

function Folders({ body }: { body: FoldersBody }) {
  return (
    <>
      {body.changed && <Changed what="These are not the folders that you accepted before." />}
      <ul className="folders">
        {body.folders.map((folder) => (
          <li key={folder}>
            <code>{folder}</code>
          </li>
        ))}
      </ul>
      <p>The bundled file server may read every file in them, and delete one when you confirm it.</p>
      <span className="seen" data-must-see="message" />
    </>
  );
}

const Changed = ({ what }: { what: string }) => <p className="warning">{what}</p>;
