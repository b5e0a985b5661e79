import type { QuestionView } from '../../contract/view.ts';

/** The server by the person's own name for it is in the heading; its command and its claim are one click away. */
export const WhoAsks = ({ view: { server, body } }: { view: QuestionView }) => (
  <details className="who">
    <summary>
      {body.kind === 'policy' || body.kind === 'forwarding' ? 'Which file is this?' : 'Who is this?'}
    </summary>
    <dl className="facts">
      <dt>Your name for it</dt>
      <dd>
        <bdi>{server.name}</bdi>
      </dd>
      <dt>What it is</dt>
      <dd>
        <code>{server.address}</code>
      </dd>
      {server.claim !== undefined && (
        <>
          <dt>It calls itself</dt>
          <dd>
            <bdi>{server.claim}</bdi> <span className="aside">(its own claim)</span>
          </dd>
        </>
      )}
    </dl>
  </details>
);
