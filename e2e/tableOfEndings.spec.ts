/** Each row of the table of endings: what the server gets, what the record says, what the person sees. */
import fs from 'node:fs';
import {
  answersOn,
  askingServer,
  type Countersign,
  clickAway,
  type Era,
  expect,
  keyAway,
  pagesOpened,
  press,
  replies,
  test,
} from './countersign.ts';

type Dialog = Awaited<ReturnType<Countersign['dialog']>>;
const eras: Era[] = ['2025-11-25', '2026-07-28'];

for (const era of eras) {
  const asked = async (
    start: (servers: Record<string, Record<string, unknown>>) => Promise<Countersign>,
    home: string,
    { tool = 'ask', args = {}, says = 'A question', more = {} } = {},
  ) => {
    const asking = askingServer(home, more, era);
    const countersign = await start({ asking: asking.entry });
    await countersign.call('asking', tool, args);
    const dialog = await countersign.dialog(says);
    return { countersign, dialog, wire: () => answersOn(asking.wire(), era), asking };
  };

  const rows: [string, (dialog: Dialog, countersign: Countersign) => Promise<unknown>, object, string][] = [
    [
      'accepted',
      async (dialog) => {
        await dialog.getByLabel('Answer').fill('yes');
        await press(dialog.getByRole('button', { name: 'Accept' }));
      },
      { action: 'accept', content: { answer: 'yes' } },
      'answered: accept',
    ],
    [
      'Decline',
      (dialog) => clickAway(dialog.getByRole('button', { name: 'Decline' })),
      { action: 'decline' },
      'answered: decline',
    ],
    [
      'Cancel',
      (dialog) => clickAway(dialog.getByRole('button', { name: 'Cancel' })),
      { action: 'cancel' },
      'answered: cancel (button)',
    ],
    [
      'E031: Escape',
      async (dialog) => {
        await dialog.getByLabel('Answer').fill('half a se');
        await keyAway(dialog, 'Escape');
      },
      { action: 'cancel' },
      'answered: cancel (escape)',
    ],
    [
      'E030: the window closed',
      (dialog, countersign) => countersign.inWindow(dialog, (window) => window.close()),
      { action: 'cancel' },
      'answered: cancel (window closed)',
    ],
    [
      'mute this server',
      async (dialog) => {
        await dialog.getByRole('button', { name: 'More' }).click();
        await clickAway(dialog.getByRole('menuitem', { name: /mute/ }));
      },
      { action: 'cancel' },
      'answered: cancel (mute server)',
    ],
  ];
  for (const [name, end, answer, ending] of rows)
    test(`${era}, ${name}: E034, one reply of three words, and no content but with an accept`, async ({
      start,
      home,
    }) => {
      const { countersign, dialog, wire } = await asked(start, home);
      // E035: what was half typed never leaves with anything but an accept.
      await end(dialog, countersign);
      await expect.poll(wire).toEqual([answer]);
      expect(countersign.lastEnding()).toMatchObject({ ending });
      await countersign.noDialog();
      await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
      await countersign.logged((line) => line.event === 'answer sent');
    });

  test(`${era}, stop this call: it ends, and the answer is no accept`, async ({ start, home }) => {
    const { countersign, dialog, wire } = await asked(start, home);
    await dialog.getByRole('button', { name: 'More' }).click();
    await clickAway(dialog.getByRole('menuitem', { name: /stop this call/ }));
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'cancelled');
    expect(countersign.lastEnding()).toMatchObject({ ending: 'answered: cancel (stop call)' });
    await countersign.noDialog();
    await expect.poll(wire).toEqual(era === '2025-11-25' ? [{ action: 'cancel' }] : []);
  });

  test(`${era}, Later: nothing is sent, the workbench shows it and brings it back`, async ({
    start,
    home,
  }) => {
    const { countersign, dialog, wire } = await asked(start, home);
    await dialog.getByRole('button', { name: 'Later' }).click();
    await countersign.noDialog();
    const waiting = countersign.workbench.getByLabel('Open questions');
    await expect(waiting).toContainText('set aside');
    expect(wire()).toEqual([]);
    expect(countersign.events()).toContain('question set aside');
    await waiting.getByRole('button', { name: 'Bring it back' }).click();
    await clickAway((await countersign.dialog('A question')).getByRole('button', { name: 'Decline' }));
    await expect.poll(wire).toEqual([{ action: 'decline' }]);
  });

  test(`${era}, E038: the limit passed: cancel, and the dialog says that it was not answered`, async ({
    start,
    home,
  }) => {
    const { countersign, dialog, wire } = await asked(start, home, { more: { questionLimitSeconds: 20 } });
    await expect(dialog.getByRole('alert').first()).toContainText('Not answered in time', {
      timeout: 30_000,
    });
    await expect.poll(wire).toEqual([{ action: 'cancel' }]);
    expect(countersign.lastEnding()).toMatchObject({ ending: 'expired (seen)' });
    await countersign.noDialog();
    await expect(
      countersign.workbench.getByText('A question was not answered in time').first(),
    ).toBeVisible();
  });

  test(`${era}, the call is cancelled: the question ends with it, and says why`, async ({ start, home }) => {
    const { countersign, dialog, wire } = await asked(start, home);
    await countersign.newestCall().getByRole('button', { name: 'Cancel call of ask' }).click();
    await expect(dialog.getByRole('alert').first()).toContainText('The call that asked has ended');
    expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: call ended' });
    await countersign.noDialog();
    expect(wire()).toEqual(era === '2025-11-25' ? [{ action: 'cancel' }] : []);
  });

  test(`${era}, E052: the server dies: nothing can be sent, the dialog says so, and the server is started again`, async ({
    start,
    home,
  }) => {
    const { countersign, dialog, wire, asking } = await asked(start, home);
    process.kill(Number(asking.pid()), 'SIGKILL');
    await expect(dialog.getByRole('alert').first()).toContainText('The connection to the server was lost');
    expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: connection' });
    await countersign.noDialog();
    expect(wire()).toEqual([]);
    await expect.poll(() => countersign.events().filter((event) => event === 'server ready')).toHaveLength(2);
  });

  test(`${era}, the app quits: no accept, and the record says why`, async ({ start, home }) => {
    const { countersign, wire } = await asked(start, home);
    await countersign.quit();
    expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: quit' });
    expect(wire()).toEqual(era === '2025-11-25' ? [{ action: 'cancel' }] : []);
  });

  test(`${era}, E053: the page crashes: shown again, and the second time declined`, async ({
    start,
    home,
  }) => {
    const { countersign, dialog, wire } = await asked(start, home);
    await crash(countersign, dialog);
    await crash(countersign, await countersign.dialog('A question'));
    await expect.poll(wire).toEqual([{ action: 'decline' }]);
    expect(countersign.lastEnding()).toMatchObject({ ending: 'refused by host: window lost' });
    await countersign.noDialog();
  });

  const refusals: [string, object, string, string][] = [
    [
      'cannot be drawn',
      { message: 'm', requestedSchema: { properties: { a: { type: 'object' } } } },
      'unsupported',
      '"a"',
    ],
    [
      'asks for a secret',
      { message: 'm', requestedSchema: { properties: { password: { type: 'string' } } } },
      'secret',
      'a password',
    ],
    [
      'E082: an address that is never opened',
      { mode: 'url', message: 'm', url: 'file:///etc/passwd' },
      'address',
      'never opened',
    ],
  ];
  for (const [name, params, why, told] of refusals)
    test(`${era}, ${name}: declined at once, recorded, and told with the server's name`, async ({
      start,
      home,
    }) => {
      const asking = askingServer(home, {}, era);
      const countersign = await start({ asking: asking.entry });
      await countersign.call('asking', 'ask_raw', { params });
      await expect.poll(() => answersOn(asking.wire(), era)).toEqual([{ action: 'decline' }]);
      expect(countersign.log().find((line) => line.event === 'question refused')).toMatchObject({
        server: 'asking',
        why,
      });
      const notice = countersign.workbench.getByText('“asking” asked something that was refused').first();
      await expect(notice).toContainText(told);
      expect(await countersign.dialogs()).toBe(0);
    });

  const malformed: [string, object][] = [
    ['no message', { requestedSchema: {} }],
    ['E065: an unknown mode', { mode: 'voice', message: 'm' }],
  ];
  for (const [name, params] of malformed)
    test(`${era}, ${name}: an error, no decline`, async ({ start, home }) => {
      const asking = askingServer(home, {}, era);
      const countersign = await start({ asking: asking.entry });
      await countersign.call('asking', 'ask_raw', { params });
      await countersign.logged((line) => line.event === 'call ended');
      expect(countersign.log().find((line) => line.event === 'question refused')).toMatchObject({
        why: 'malformed',
      });
      await expect(
        countersign.workbench.getByText('“asking” asked something that was refused').first(),
      ).toBeVisible();
      const wire = answersOn(asking.wire(), era);
      if (era === '2025-11-25') expect(wire).toMatchObject([{ code: -32602 }]);
      else {
        expect(wire).toEqual([]);
        await expect(countersign.newestCall()).toHaveAttribute('data-state', 'failed');
      }
    });

  test(`${era}, a page to open: consent, then the browser, then the bare accept`, async ({ start, home }) => {
    const { countersign, dialog, wire } = await asked(start, home, { tool: 'page', says: 'Sign in there' });
    const pages = await pagesOpened(countersign);
    await expect(dialog.getByText('login.example.org/start')).toBeVisible();
    expect(await dialog.locator('a').count()).toBe(0);
    expect(await pages()).toEqual([]);
    await press(dialog.getByRole('button', { name: 'Open in browser' }));
    await expect.poll(wire).toEqual([{ action: 'accept' }]);
    expect(await pages()).toEqual(['https://login.example.org/start']);
    expect(
      countersign.log().find((line) => line.event === 'question asked' && line.about === 'url'),
    ).toMatchObject({
      address: { origin: 'https://login.example.org' },
    });
    expect(countersign.events()).toContain('page opened');
  });

  test(`${era}, E085: the browser cannot be opened: cancelled, and the address can be copied`, async ({
    start,
    home,
  }) => {
    const { countersign, dialog, wire } = await asked(start, home, { tool: 'page', says: 'Sign in there' });
    await pagesOpened(countersign, true);
    await press(dialog.getByRole('button', { name: 'Open in browser' }));
    await expect.poll(wire).toEqual([{ action: 'cancel' }]);
    await expect(countersign.workbench.getByText('https://login.example.org/start').first()).toBeVisible();
    expect(countersign.events()).toContain('page not opened');
  });

  test(`${era}, several in one go: one after the other, and each gets its own answer`, async ({
    start,
    home,
  }) => {
    const { countersign, dialog, wire } = await asked(start, home, {
      tool: 'many',
      args: { count: 3 },
      says: 'Number 0',
    });
    await expect(dialog.getByText('2 more waiting')).toBeVisible();
    await dialog.getByLabel('Answer').fill('first');
    await press(dialog.getByRole('button', { name: 'Accept' }));
    await clickAway((await countersign.dialog('Number 1')).getByRole('button', { name: 'Decline' }));
    await clickAway((await countersign.dialog('Number 2')).getByRole('button', { name: 'Cancel' }));
    await expect
      .poll(wire)
      .toEqual([
        { action: 'accept', content: { answer: 'first' } },
        { action: 'decline' },
        { action: 'cancel' },
      ]);
    await countersign.noDialog();
  });
}

test('2025-11-25, too many at once: eight are open, the others get an error with the limit, one notice for many', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'many', { count: 12 });
  const dialog = await countersign.dialog('Number 0');
  await expect(dialog.getByText('7 more waiting')).toBeVisible();
  await expect.poll(() => replies(asking.wire())).toHaveLength(4);
  for (const reply of replies(asking.wire()))
    expect(reply).toMatchObject({ code: -32000, message: expect.stringContaining('8 open') });
  const notices = countersign.workbench.getByText('“asking” asked something that was refused');
  await expect(notices).toHaveCount(1);
  await expect(countersign.workbench.getByText('×4')).toBeVisible();
});

test('2025-11-25, a question that waits is withdrawn while another is on screen: only that one ends', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'soak', { who: 'Question', count: 2, withdraw: [1], when: `${home}/now` });
  const dialog = await countersign.dialog('Question 0.');
  await expect(dialog.getByText('1 more waiting')).toBeVisible();
  await dialog.getByLabel('Answer').fill('still here');
  fs.writeFileSync(`${home}/now`, '');
  await expect(dialog.getByText('1 more waiting')).toHaveCount(0);
  expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: server' });
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect
    .poll(() => replies(asking.wire()))
    .toEqual([{ action: 'accept', content: { answer: 'still here' } }]);
  await countersign.noDialog();
});

test('2025-11-25, E051: outside any call: an error, no dialog, a notice', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_later');
  await expect.poll(() => replies(asking.wire())).toMatchObject([{ code: -32600 }]);
  expect(await countersign.dialogs()).toBe(0);
  expect(countersign.log().find((line) => line.event === 'question refused')).toMatchObject({
    why: 'outside a call',
  });
  await expect(countersign.workbench.getByText('no call of this server is open').first()).toBeVisible();
});

test('2025-11-25, error -32042: each page is asked for and opened, then the call is sent again', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const pages = await pagesOpened(countersign);
  await countersign.call('asking', 'listed');
  await press(
    (await countersign.dialog('login.example.org')).getByRole('button', { name: 'Open in browser' }),
  );
  await press((await countersign.dialog('two.example.org')).getByRole('button', { name: 'Open in browser' }));
  await expect(countersign.newestCall()).toContainText('waiting until you are done in the browser');
  expect(await pages()).toEqual(['https://login.example.org/start', 'https://two.example.org/']);
  await countersign.newestCall().getByRole('button', { name: 'Retry call of listed' }).click();
  await expect(countersign.newestCall()).toContainText('opened before');
  await countersign.logged((line) => line.event === 'call continued');
});

test('2025-11-25, a page that the server waits for: Retry ends the call and makes it anew', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await pagesOpened(countersign);
  await countersign.call('asking', 'page', { when: `${home}/never` });
  await press((await countersign.dialog('Sign in there')).getByRole('button', { name: 'Open in browser' }));
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'waiting for the browser');
  await countersign.newestCall().getByRole('button', { name: 'Retry call of page' }).click();
  await clickAway((await countersign.dialog('Sign in there')).getByRole('button', { name: 'Decline' }));
  await expect(countersign.workbench.locator('[data-call]')).toHaveCount(2);
});

async function crash(countersign: Countersign, dialog: Dialog): Promise<void> {
  const crashed = dialog.waitForEvent('crash');
  await countersign.inWindow(dialog, (window) => window.webContents.forcefullyCrashRenderer());
  await crashed;
}
