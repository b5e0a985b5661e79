/** The dialog for whoever cannot see it, reads from right to left, enlarges it, or has little room. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  askingServer,
  type Countersign,
  clickAway,
  expect,
  pagesOpened,
  press,
  test,
} from './countersign.ts';
import { inMain } from './inMain.ts';

const everyKind = {
  type: 'object',
  properties: {
    line: {
      type: 'string',
      title: 'One line',
      description: 'With a description',
      minLength: 2,
      maxLength: 40,
    },
    lines: { type: 'string', title: 'Several lines', maxLength: 500 },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    uri: { type: 'string', title: 'Address', format: 'uri' },
    date: { type: 'string', title: 'Day', format: 'date' },
    moment: { type: 'string', title: 'Moment', format: 'date-time' },
    number: { type: 'number', title: 'Number', minimum: 0.5, maximum: 9.5 },
    integer: { type: 'integer', title: 'Whole number', default: 3 },
    box: { type: 'boolean', title: 'A box', default: true },
    yesNo: { type: 'boolean', title: 'Yes or no' },
    radios: { type: 'string', title: 'One of three', enum: ['a', 'b', 'c'] },
    list: { type: 'string', title: 'One of seven', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    search: {
      type: 'string',
      title: 'One of many',
      enum: Array.from({ length: 30 }, (_, n) => `Choice ${n}`),
    },
    checks: {
      type: 'array',
      title: 'Any of three',
      items: { type: 'string', enum: ['a', 'b', 'c'] },
      minItems: 1,
    },
    texts: { type: 'array', title: 'A list', items: { type: 'string' }, maxItems: 3 },
    fixed: { const: 'v2', title: 'Given' },
    agree: { type: 'boolean', const: true, title: 'I agree' },
    odd: { type: 'integer', title: 'A bad suggestion', minimum: 1, default: 0 },
  },
  required: ['line', 'yesNo', 'radios', 'search', 'checks', 'agree'],
};

async function asks(countersign: Countersign, params: object, says: string): Promise<Page> {
  await countersign.call('asking', 'ask_raw', { params });
  return countersign.dialog(says);
}

async function violations(page: Page): Promise<unknown[]> {
  // Its other way opens a window of its own, which this app does not allow.
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, any }) => [html, any[0]?.message]),
  }));
}

test('nothing for axe to complain about: every kind of field, empty, wrong and ended, in light and dark', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const dialog = await asks(
    countersign,
    { message: 'Every kind.', requestedSchema: everyKind },
    'Every kind.',
  );
  await expect(dialog.locator('[data-field]')).toHaveCount(Object.keys(everyKind.properties).length);
  for (const colorScheme of ['light', 'dark'] as const) {
    await dialog.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(dialog)).toEqual([]);
  }
  await dialog.locator('#scroll').press('End');
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(dialog.locator('.problem').first()).toBeVisible();
  expect(await violations(dialog)).toEqual([]);
  await dialog.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'More' }).click();
  await expect(dialog.getByRole('menu')).toBeVisible();
  expect(await violations(dialog)).toEqual([]);
  await dialog.keyboard.press('Escape');
  await countersign
    .newestCall()
    .getByRole('button', { name: /^Cancel call/ })
    .click();
  await expect(dialog.getByRole('alert').first()).toContainText('has ended');
  expect(await violations(dialog)).toEqual([]);
});

test('nothing for axe to complain about: a page to open, and the workbench', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const url = 'https://аррӏе.com/login';
  const dialog = await asks(countersign, { mode: 'url', message: 'Sign in.', url }, 'Sign in.');
  for (const colorScheme of ['light', 'dark'] as const) {
    // A colour on its way to another is neither.
    await dialog.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await countersign.workbench.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(dialog)).toEqual([]);
    expect(await violations(countersign.workbench)).toEqual([]);
  }
});

test('what a screen reader gets of the delete dialog', async ({ start }) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "“Sample files” asks about “delete_file”" [level=1]
      - group: Who is this?
    - main:
      - text: Confirm deletion of notes.txt (2.3 KB, modified 2026-10-05 14:30) File path (required)
      - textbox "File path (required)"
      - paragraph: Type the file path to confirm
      - text: Reason (required)
      - textbox "Reason (required)"
      - paragraph: 0 of 5 to 200 characters
      - paragraph: Why it's being deleted (recorded in the server audit log)
      - checkbox "Keep a backup (optional)"
      - text: Keep a backup (optional)
      - paragraph: Keep a .bak copy instead of deleting outright
      - paragraph: Set as the server suggests
    - contentinfo:
      - paragraph:
        - text: /You can answer until/
        - status
      - button "More"
      - button "Later"
      - button "Cancel"
      - button "Decline"
      - button "Accept"
  `);
});

/** Nothing sticks out to the side, and the buttons are in the window. */
async function fits(dialog: Page): Promise<void> {
  const { wide, page, below } = await dialog.evaluate(() => {
    const root = document.documentElement;
    const inside = [...document.querySelectorAll('body *')].filter(
      (e) => e.getBoundingClientRect().width > 0,
    );
    const right = Math.max(...inside.map((e) => e.getBoundingClientRect().right));
    const buttons = [...document.querySelectorAll('footer button')].map(
      (e) => e.getBoundingClientRect().bottom,
    );
    return { wide: right, page: root.clientWidth, below: Math.max(...buttons) - root.clientHeight };
  });
  expect(wide).toBeLessThanOrEqual(page + 1);
  expect(below).toBeLessThanOrEqual(1);
}

test('E074: at 200 %, narrow and low, everything can be reached, and it says what is left to see', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const message = `Every kind. ${'Donaudampfschifffahrtsgesellschaft'.repeat(8)}`;
  const dialog = await asks(countersign, { message, requestedSchema: everyKind }, 'Every kind.');
  await countersign.inWindow(dialog, (window) => window.webContents.setZoomFactor(2));
  await expect.poll(() => dialog.evaluate(() => document.documentElement.clientWidth)).toBeLessThan(300);
  await fits(dialog);
  await countersign.inWindow(dialog, (window) => window.webContents.setZoomFactor(1));
  await countersign.inWindow(dialog, (window) => window.setContentSize(360, 400));
  await expect
    .poll(() => dialog.evaluate(() => document.documentElement.clientWidth))
    .toBeLessThanOrEqual(360);
  await fits(dialog);
  await expect(dialog.getByText('Scroll to the last field to accept.')).toBeVisible();
  await dialog.locator('#scroll').press('End');
  await expect(dialog.getByRole('checkbox', { name: 'I agree' })).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('E074: the dangerous part at the end of a long message is reached before it can be accepted, by keyboard alone', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const message = `${'All is well. '.repeat(400)}\nAnd everything is deleted.`;
  const dialog = await asks(
    countersign,
    { message, requestedSchema: { type: 'object', properties: {} } },
    'All is well.',
  );
  const accept = dialog.getByRole('button', { name: 'Accept' });
  await expect(dialog.getByText('Open the folded part of the message to accept.')).toBeVisible();
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  const fold = dialog.getByText(/^Show the other/);
  for (let n = 0; n < 20 && !(await fold.evaluate((e) => e === document.activeElement)); n++)
    await dialog.keyboard.press('Tab');
  await dialog.keyboard.press('Enter');
  await expect(dialog.getByText('Scroll to the end of the message to accept.')).toBeVisible();
  await dialog.keyboard.press('End');
  await expect(dialog.getByText('And everything is deleted.')).toBeInViewport();
  await press(accept);
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
});

test('E075, E078: server text stays text and inside its box, whatever it is made of', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const hostile = [
    `Z${'\u0300\u0316'.repeat(400)}algo`,
    `${'W'.repeat(3_000)}`,
    `${'\n'.repeat(60)}bottom`,
    '\u202Eeltrut\u202C \u2066hidden\u2069 \u200B\uFEFF\u2028',
    '<img src=x onerror=alert(1)><style>*{display:none}</style><a href="https://example.org">x</a> [x](javascript:alert(1))',
    'הקובץ יימחק لا يمكن التراجع',
  ];
  for (const [n, text] of hostile.entries()) {
    const params = {
      message: `Number ${n}. ${text}`,
      requestedSchema: {
        type: 'object',
        properties: { a: { type: 'string', title: text.slice(0, 300), description: text.slice(0, 600) } },
      },
    };
    const dialog = await asks(countersign, params, `Number ${n}.`);
    expect(
      await dialog
        .locator('.server-text :is(a, img, style, script, b), .field :is(a, img, style, script)')
        .count(),
    ).toBe(0);
    await fits(dialog);
    expect(await clipped(dialog)).toEqual([]);
    expect(
      await outsideOfItsBox(countersign, dialog, ['header', 'footer .buttons']),
      text.slice(0, 40),
    ).toEqual([]);
    await clickAway(dialog.getByRole('button', { name: 'Decline' }));
  }
  // Where the host's own words stand right below it.
  const params = { mode: 'url', message: `Number 9. ${hostile[0]}`, url: 'https://example.org/' };
  const page = await asks(countersign, params, 'Number 9.');
  expect(await outsideOfItsBox(countersign, page, ['header', '.asked > p', '.address'])).toEqual([]);
});

/** Parts with words of the server that could paint beyond their own box: not every font stacks marks high enough to see it. */
const clipped = (dialog: Page): Promise<string[]> =>
  dialog.locator('.server-text, .field > label, .field legend, .field .description').evaluateAll((all) =>
    all.flatMap((element) => {
      const { overflowX, overflowY, contain } = getComputedStyle(element);
      const held = contain.includes('content') || (overflowX === 'clip' && overflowY === 'clip');
      return held ? [] : [element.outerHTML.slice(0, 80)];
    }),
  );

/** The host's own parts must look the same with and without the server's text. */
async function outsideOfItsBox(
  countersign: Countersign,
  dialog: Page,
  parts: readonly string[],
): Promise<string[]> {
  // Nothing of the host's own changes any more: it can be accepted, or says what is left to see.
  const armed = dialog.locator('footer .primary[aria-disabled="false"]');
  for (const end of await dialog.locator('[data-must-see]').all())
    await end.evaluate(async (mark) => {
      mark.scrollIntoView();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  await expect(armed.or(dialog.getByText('Open the folded part')).first()).toBeAttached();
  await dialog.locator('#scroll').evaluate((scroll) => scroll.scrollTo(0, 0));
  const before = await pictures(dialog, parts);
  const style = await dialog.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.server-text, [data-field] { visibility: hidden !important }');
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  const after = await pictures(dialog, parts);
  await style.evaluate((sheet) => sheet.replaceSync(''));
  const differing = await inMain(
    countersign.app,
    ({ nativeImage }, pairs) =>
      pairs.map((pair) => {
        const [a, b] = pair.map((png) => nativeImage.createFromBuffer(Buffer.from(png, 'base64')).toBitmap());
        // What is drawn twice is not the same to the last bit at round corners.
        return (a ?? []).some((byte, index) => Math.abs(byte - (b?.[index] ?? 0)) > 24);
      }),
    before.map((png, index) => [png.toString('base64'), (after[index] ?? png).toString('base64')]),
  );
  return parts.filter((_, index) => differing[index]);
}

/** Of each part, whole pixels of its own: those on its edge are shared with its neighbour. */
async function pictures(dialog: Page, parts: readonly string[]): Promise<Buffer[]> {
  const taken: Buffer[] = [];
  for (const part of parts) {
    const { x = 0, y = 0, width = 0, height = 0 } = (await dialog.locator(part).boundingBox()) ?? {};
    const clip = {
      ...{ x: Math.ceil(x), y: Math.ceil(y) },
      ...{ width: Math.floor(width) - 1, height: Math.floor(height) - 1 },
    };
    taken.push(await dialog.screenshot({ clip, animations: 'disabled' }));
  }
  return taken;
}

test('with more contrast, without motion, and in forced colours it is whole', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const dialog = await asks(
    countersign,
    { message: 'Every kind.', requestedSchema: everyKind },
    'Every kind.',
  );
  await dialog.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active', contrast: 'more' });
  await fits(dialog);
  const moving = await dialog.evaluate(
    () =>
      document.getAnimations().filter((a) => Number(a.effect?.getComputedTiming().duration ?? 0) > 1).length,
  );
  expect(moving).toBe(0);
  const borders = await dialog
    .locator('footer button, input[type=text]')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).borderTopStyle));
  expect(new Set(borders)).toEqual(new Set(['solid']));
  await dialog.screenshot({ path: 'test-results/pictures/forced-colours.png' });
});

test('E083, E087: the whole address is shown before anything is opened, its domain set off, look-alikes told', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const pages = await pagesOpened(countersign);
  const rows: [string, string, RegExp][] = [
    ['https://аррӏе.com/login', 'xn--80ak6aa92e.com', /letters beyond a to z/],
    ['https://apple.com@evil.example/', 'evil.example', /name before “@”/],
    [`https://login.bank.example.${'a.'.repeat(100)}evil.example/x`, 'evil.example', /^$/],
    ['https://192.168.1.1/', '192.168.1.1', /own network/],
  ];
  for (const [n, [url, domain, warning]] of rows.entries()) {
    const dialog = await asks(countersign, { mode: 'url', message: `Page ${n}.`, url }, `Page ${n}.`);
    await expect(dialog.locator('.site bdi').first()).toHaveText(domain);
    await expect(dialog.locator('.whole strong')).toHaveText(domain);
    expect(await dialog.locator('.whole').textContent()).toContain(new URL(url).href);
    expect((await dialog.locator('.warnings').allInnerTexts()).join(' ')).toMatch(warning);
    await fits(dialog);
    await clickAway(dialog.getByRole('button', { name: 'Decline' }));
    await countersign.noDialog();
  }
  expect(await pages()).toEqual([]);
});

test('an answer that looks like a key is held back once, and the person decides', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const note = {
    type: 'object',
    properties: { note: { type: 'string', title: 'Note' } },
    required: ['note'],
  };
  const dialog = await asks(countersign, { message: 'A note?', requestedSchema: note }, 'A note?');
  const looksLikeKey = ['ghp', 'a'.repeat(36)].join('_');
  await dialog.getByLabel('Note').fill(looksLikeKey);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(dialog.getByText('This looks like a GitHub token')).toBeVisible();
  await expect(dialog.getByText('Nothing was sent: an answer looks like a key.')).toBeVisible();
  expect(countersign.lastEnding()).toMatchObject({ ending: 'answered: accept' }); // of the permission
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText(looksLikeKey);
});
