import { memo } from 'react';
import type { Block } from '../../../core/markdownBlocks.ts';
import { Markdown } from './Markdown.tsx';

/** Each is drawn again only when its own text is another one: of a message that grows, the last. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map(({ kind, text, goesOn }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
    <OneBlock key={index} kind={kind} text={text} goesOn={goesOn} />
  ));

const OneBlock = memo(function OneBlock({ kind, text, goesOn }: Omit<Block, 'start'>) {
  switch (kind) {
    case 'markdown':
      return <Markdown text={text} />;
    case 'code':
      return (
        <pre className={goesOn ? 'goes-on' : undefined}>
          <code>{text}</code>
        </pre>
      );
    case 'as written':
      return (
        <p className="as-written" dir="auto">
          {text}
        </p>
      );
    default:
      return kind satisfies never;
  }
});
