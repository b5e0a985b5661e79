/**
 * What a model wrote, drawn. Nothing of it is HTML, and nothing of it is fetched: tags are letters, pictures are told,
 * a link is a button that only asks for its address to be opened. Every element is one of ours and gets nothing of what
 * the text says but its children.
 */
import { createContext, type ReactNode, useContext } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { linkAddress } from './linkAddress.ts';

/** Asks for an address to be opened. */
export const OpenLink = createContext<(url: string) => void>(() => {});

export const Markdown = ({ text }: { text: string }) => (
  <ReactMarkdown
    remarkPlugins={plugins}
    allowedElements={Object.keys(components)}
    unwrapDisallowed
    // Judged where it is drawn, in one place.
    urlTransform={(url) => url}
    components={components}
  >
    {text}
  </ReactMarkdown>
);

/**
 * Left out of the language: HTML, and what would hide an address or a note at another place than where it is used (a
 * text that is drawn in pieces could not follow it anyway). All of it is drawn as it is written.
 */
const notSpoken = [
  'htmlFlow',
  'htmlText',
  'definition',
  'gfmFootnoteCall',
  'gfmFootnoteDefinition',
  'gfmPotentialFootnoteCall',
];

function remarkAsWritten(this: { data(): object }): void {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: notSpoken } }];
}

const plugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }], remarkAsWritten];

type Drawn = { children?: ReactNode };
const as = (Tag: 'p' | 'strong' | 'em' | 'del' | 'code' | 'pre' | 'blockquote' | 'ul' | 'li') =>
  function Element({ children }: Drawn) {
    return <Tag dir="auto">{children}</Tag>;
  };
const asPartOfTable = (Tag: 'thead' | 'tbody' | 'tr' | 'th' | 'td') =>
  function Element({ children }: Drawn) {
    return <Tag>{children}</Tag>;
  };
/** Smaller than the app's own headings, and below them in the outline. */
const asHeading = (Tag: 'h4' | 'h5' | 'h6') =>
  function Heading({ children }: Drawn) {
    return <Tag dir="auto">{children}</Tag>;
  };

const components: Components = {
  p: as('p'),
  strong: as('strong'),
  em: as('em'),
  del: as('del'),
  code: as('code'),
  pre: as('pre'),
  blockquote: as('blockquote'),
  ul: as('ul'),
  li: as('li'),
  ol: ({ start, children }) => <ol start={start ?? 1}>{children}</ol>,
  h1: asHeading('h4'),
  h2: asHeading('h4'),
  h3: asHeading('h5'),
  h4: asHeading('h6'),
  h5: asHeading('h6'),
  h6: asHeading('h6'),
  hr: () => <hr />,
  br: () => <br />,
  table: ({ children }) => (
    <div className="table">
      <table>{children}</table>
    </div>
  ),
  thead: asPartOfTable('thead'),
  tbody: asPartOfTable('tbody'),
  tr: asPartOfTable('tr'),
  th: asPartOfTable('th'),
  td: asPartOfTable('td'),
  /** The box of a task: told, not a control. */
  input: ({ checked }) => (checked ? '☑' : '☐'),
  img: ({ alt, src }) => <ToldPicture alt={alt ?? ''} address={String(src ?? '')} />,
  a: ({ href, children }) => <Link raw={href ?? ''}>{children}</Link>,
};

const ToldPicture = ({ alt, address }: { alt: string; address: string }) => (
  <span className="told-picture">
    Picture, not fetched: <bdi>{alt}</bdi> <span className="host">{address}</span>
  </span>
);

function Link({ raw, children }: { raw: string; children: ReactNode }) {
  const open = useContext(OpenLink);
  const address = linkAddress(raw);
  if (address === undefined) return <span>{children}</span>;
  return (
    <button type="button" className="link" onClick={() => open(address.href)}>
      <bdi>{children}</bdi>
      {!showsItself(children, address.href) && (
        <>
          {' '}
          <bdi className="host">{address.host}</bdi>
        </>
      )}
    </button>
  );
}

/** Its text is its address, letter by letter, and nothing before the host could be taken for the host. */
function showsItself(children: ReactNode, href: string): boolean {
  return (children === href || `${children}/` === href) && new URL(href).username === '';
}
