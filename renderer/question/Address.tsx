import type { AddressView } from '../../contract/view.ts';

/** A whole address as text, never as a link; the part that somebody registered is set off, and comes first in large. */
export const Address = ({
  address: { before, domain, after, readsAs, warnings },
}: {
  address: AddressView;
}) => (
  <div className="address">
    <p className="site">
      <span className="aside">Site </span>
      <bdi>{domain}</bdi>
      {readsAs !== undefined && (
        <span className="aside">
          {' '}
          (with its own letters: <bdi>{readsAs}</bdi>)
        </span>
      )}
    </p>
    <p className="whole" dir="ltr">
      <span className="unseen">Whole address: </span>
      {before}
      <strong>{domain}</strong>
      {after}
    </p>
    {warnings.length > 0 && (
      <ul className="warnings">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    )}
  </div>
);
