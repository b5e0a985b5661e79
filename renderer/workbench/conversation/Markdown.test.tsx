// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { splitBlocks } from '../../../core/markdownBlocks.ts';
import { Blocks } from './Blocks.tsx';
import { OpenLink } from './Markdown.tsx';
import { attacks, tangles } from './testing/markdownAttacks.ts';
import { cases } from './testing/markdownCases.ts';

afterEach(cleanup);

/** As a message is drawn: cut into blocks, each drawn for itself. */
function draw(text: string) {
  const open = vi.fn();
  const { container } = render(
    <OpenLink value={open}>
      <Blocks blocks={splitBlocks(text)} />
    </OpenLink>,
  );
  return { container, open };
}

/** Everything that may stand in it, each with the attributes that it may have. */
const ours: Record<string, readonly string[]> = {
  P: ['dir', 'class'],
  SPAN: ['class'],
  BDI: ['class'],
  BUTTON: ['type', 'class'],
  OL: ['start'],
  DIV: ['class'],
  PRE: ['dir', 'class'],
};
for (const tag of 'STRONG EM DEL CODE BLOCKQUOTE UL LI H4 H5 H6'.split(' ')) ours[tag] = ['dir'];
for (const tag of 'HR BR TABLE THEAD TBODY TR TH TD'.split(' ')) ours[tag] = [];

const classes = ['link', 'host', 'told-picture', 'table', 'as-written', 'goes-on'];

function expectHarmless(container: HTMLElement): void {
  for (const element of container.querySelectorAll('*')) {
    expect(Object.keys(ours), element.outerHTML.slice(0, 200)).toContain(element.tagName);
    for (const { name, value } of element.attributes) {
      expect(ours[element.tagName], `${name}=${value}`).toContain(name);
      if (name === 'class') expect(classes).toContain(value);
    }
  }
  expect(
    container.querySelector('a, img, svg, script, iframe, object, embed, form, style, input'),
  ).toBeNull();
  expect(container.querySelector('[href], [src], [style], [id], [srcdoc], [action]')).toBeNull();
}

/** Without spaces that do not matter, as tags and text alone. */
const outline = (container: HTMLElement) =>
  container.innerHTML
    .replace(/ (dir|class|type)="[^"]*"/g, '')
    .replace(/>\s+</g, '><')
    .trim();

describe('what a model wrote is drawn as markdown', () => {
  it.each(cases)('%j', (text, drawn) => {
    const { container } = draw(text);
    expect(outline(container)).toBe(drawn);
    expectHarmless(container);
  });
});

describe('nothing of it acts', () => {
  it.each(attacks)('%j', (text) => {
    const asked = vi.spyOn(globalThis, 'fetch');
    const { container, open } = draw(text);
    expectHarmless(container);
    for (const button of container.querySelectorAll('button')) button.click();
    for (const [url] of open.mock.calls) expect(url).toMatch(/^https?:\/\//);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('and nothing of it is left out: every letter of a tag is drawn', () => {
    const text = '<img src=x onerror=alert(1)><script>alert(2)</script><!-- c --><b>d</b>';
    expect(draw(text).container.textContent).toBe(text);
  });

  it('nor of what stands around it: markdown between tags is still markdown', () => {
    const { container } = draw('<div>\n**a**\n</div>');
    expect(container.querySelector('strong')?.textContent).toBe('a');
    expect(container.textContent).toBe('<div>\na\n</div>');
  });
});

describe('what somebody made to be slow or deep is drawn in bounded time', () => {
  it.each(tangles)('%s', (_name, text) => {
    const began = performance.now();
    const { container } = draw(text);
    expect(performance.now() - began).toBeLessThan(5_000);
    expectHarmless(container);
    expect(depth(container)).toBeLessThan(60);
  });
});

function depth(element: Element): number {
  let deepest = 0;
  let level: Element[] = [element];
  while (level.length > 0) {
    deepest += 1;
    level = level.flatMap((parent) => [...parent.children]);
  }
  return deepest;
}

describe('a link', () => {
  const link = () => screen.getByRole('button');

  it('asks for its address to be opened, and does nothing else', () => {
    const { open } = draw('[docs](https://example.org/a?b=1#c)');
    link().click();
    expect(open.mock.calls).toEqual([['https://example.org/a?b=1#c']]);
  });

  it.each([
    ['[docs](https://example.org/a)', 'docs example.org'],
    ['[https://bank.example](https://evil.example)', 'https://bank.example evil.example'],
    ['[bank.example](https://bank.example)', 'bank.example bank.example'],
    ['[https://bank.example/](https://bank.example@evil.example/)', 'https://bank.example/ evil.example'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/ evil.example'],
    ['[**https://a.example/**](https://b.example/)', 'https://a.example/ b.example'],
    ['[`https://a.example/`](https://a.example/)', 'https://a.example/ a.example'],
    ['[https://a.example⟨U+200B⟩/](https://b.example/)', 'https://a.example⟨U+200B⟩/ b.example'],
    ['[https://a\u200B.example/](https://b.example/)', 'https://a\u200B.example/ b.example'],
    ['[\u202Eelpmaxe.knab//:sptth](https://evil.example)', '\u202Eelpmaxe.knab//:sptth evil.example'],
    ['[https://аррӏе.com/](https://аррӏе.com/)', 'https://аррӏе.com/ xn--80ak6aa92e.com'],
    ['[a](http://127.0.0.1:8080/x)', 'a 127.0.0.1:8080'],
    ['www.example.org', 'www.example.org www.example.org'],
  ])('tells its host beside a text that is not its address: %s', (text, told) => {
    draw(text);
    expect(link().textContent).toBe(told);
  });

  it.each(['https://example.org/a', 'https://example.org', '<https://example.org/a>'])(
    'that is its own text tells nothing more: %s',
    (text) => {
      draw(text);
      expect(link().textContent).toBe(text.replace(/[<>]/g, ''));
    },
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.org',
    'mailto:a@example.org',
    'app://question/index.html',
    'countersign:x',
    'blob:https://example.org/x',
    'view-source:https://example.org',
    '//example.org',
    '/a',
    '#a',
    'https://',
    'https://%zz',
    '',
  ])('to %j is its text alone', (address) => {
    const { container } = draw(`[text](<${address}>)`);
    expect(screen.queryByRole('button')).toBeNull();
    expect(container.textContent).toBe('text');
  });
});

describe('a picture', () => {
  it('is told with what it says of itself and its address, and is not fetched', () => {
    const { container } = draw('![A chart](https://evil.example/x.png?u=1)');
    expect(container.textContent).toBe('Picture, not fetched: A chart https://evil.example/x.png?u=1');
    expectHarmless(container);
  });
});
