import type { RulesView } from '../../contract/view.ts';
import type { Call } from './App.tsx';

type Props = { rules: RulesView; locale: string; call: Call };

/** What decides whether a call is sent. What loosens is asked in its own dialog; here things can only be taken back. */
export const Rules = ({ rules, locale, call }: Props) => (
  <section className="rules-page" aria-label="Rules and approvals">
    <h2>Rules and approvals</h2>
    <p>
      They decide whether a call is sent at all: deny before ask before allow, and ask where no rule speaks of
      it. What a server asks you in a call is always asked, whatever stands here.
    </p>
    {rules.pending && (
      <p className="banner">
        policy.json has other rules by now. They wait for you in a dialog of their own.
      </p>
    )}
    {rules.machine !== 'none' && (
      <p className="banner">
        {rules.machine === 'in force'
          ? 'This machine has rules of its own, which can only tighten yours.'
          : 'The rules of this machine cannot be read, so every call is denied.'}
      </p>
    )}
    <h3>Rules</h3>
    {rules.rules.length === 0 && <p className="empty">There are none, so every call is asked.</p>}
    <ul>
      {rules.rules.map(({ text, inert }) => (
        <li key={text}>
          {text}
          {inert && <span className="problem"> matches no tool that is known</span>}
        </li>
      ))}
    </ul>
    <p className="aside">
      They stand in <code>{rules.file}</code>{' '}
      <button type="button" className="plain" onClick={() => void call('showPolicyFile', null)}>
        Show it
      </button>
    </p>
    <h3>Approved for always</h3>
    {rules.approvals.length === 0 && <p className="empty">Nothing.</p>}
    <ul>
      {rules.approvals.map(({ key, serverId, tool, since, definition }) => (
        <li key={key}>
          <bdi>“{tool}”</bdi> on <bdi>“{serverId}”</bdi>, as it was on{' '}
          {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(since)}{' '}
          <button
            type="button"
            aria-label={`Revoke the approval of ${tool}`}
            onClick={() => void call('revokeApproval', { key })}
          >
            Revoke
          </button>
          <details>
            <summary>What the tool said of itself then</summary>
            <pre>{definition}</pre>
          </details>
        </li>
      ))}
    </ul>
    <h3>Servers that may start</h3>
    {rules.servers.length === 0 && <p className="empty">Only the sample that comes with Countersign.</p>}
    <ul>
      {rules.servers.map(({ serverId, entry }) => (
        <li key={serverId}>
          <bdi>“{serverId}”</bdi>{' '}
          <button
            type="button"
            aria-label={`Take back the permission of ${serverId}`}
            onClick={() => void call('revokeServer', { serverId })}
          >
            Take back
          </button>
          <details>
            <summary>Its entry as you accepted it</summary>
            <pre>{entry.join('\n')}</pre>
          </details>
        </li>
      ))}
    </ul>
  </section>
);
