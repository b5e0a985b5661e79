import { afterEach, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { Pulse } from './pulse.ts';
import { fakeClock } from './testing/fakes.ts';

const pulses: Pulse[] = [];
afterEach(() => {
  for (const pulse of pulses.splice(0)) pulse.stop();
});

function make(ask: () => Promise<unknown>, isBusy = () => true) {
  const clock = fakeClock();
  let asked = 0;
  let changes = 0;
  const pulse = new Pulse({
    ...{ clock, isBusy },
    ask: () => {
      asked += 1;
      return ask();
    },
    changed: () => {
      changes += 1;
    },
  });
  pulses.push(pulse);
  const pass = async (ms: number) => {
    clock.pass(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { pulse, pass, asked: () => asked, changes: () => changes };
}

const silent = () => Promise.reject(new Error('no answer'));

it('a server that answers nothing while a call runs is stuck, until it is heard again', async () => {
  const { pulse, pass, changes } = make(silent);
  await pass(limits.pulseMs - 1);
  expect(pulse.stuck).toBe(false);
  await pass(1);
  expect(pulse.stuck).toBe(true);
  pulse.heard();
  expect(pulse.stuck).toBe(false);
  expect(changes()).toBe(2);
});

it('a slow one that answers is not', async () => {
  const { pulse, pass } = make(async () => pulse.heard());
  await pass(limits.pulseMs * 3);
  expect(pulse.stuck).toBe(false);
});

it('one that was heard while it was asked is not', async () => {
  const { pulse, pass } = make(async () => {
    pulse.heard();
    throw new Error('too late');
  });
  await pass(limits.pulseMs);
  expect(pulse.stuck).toBe(false);
});

it('one that works on no call is not asked', async () => {
  const { pass, asked } = make(silent, () => false);
  await pass(limits.pulseMs * 5);
  expect(asked()).toBe(0);
});

it('one that is heard all the time is not asked', async () => {
  const { pulse, pass, asked } = make(silent);
  for (let i = 0; i < 10; i++) {
    await pass(limits.pulseMs / 2);
    pulse.heard();
  }
  expect(asked()).toBe(0);
});

it('none is asked after it ended', async () => {
  const { pulse, pass, asked } = make(silent);
  pulse.stop();
  await pass(limits.pulseMs * 5);
  expect(asked()).toBe(0);
});
