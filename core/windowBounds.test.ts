import { describe, expect, it } from 'vitest';
import { fitToScreens, placeOver } from './windowBounds.ts';

const screen = { x: 0, y: 0, width: 1280, height: 900 };
const second = { x: 1280, y: 0, width: 1920, height: 1080 };
const least = { width: 720, height: 480 };
const at = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height });

describe('a window comes back', () => {
  it.each([
    ['where it was', at(50, 60), [screen], at(50, 60)],
    ['on the second screen', at(1500, 60), [screen, second], at(1500, 60)],
    ['smaller on a smaller screen', at(0, 0, 3000, 2000), [screen], at(0, 0, 1280, 900)],
    ['where the system likes, when its screen is gone', at(1500, 60), [screen], undefined],
    ['where the system likes, when its title bar is above the screen', at(50, -200), [screen], undefined],
    ['where the system likes, when hardly any of it shows', at(1250, 60), [screen], undefined],
    ['at least as large as it must be', at(0, 0, 10, 10), [screen], undefined],
    ['no smaller than it may be', at(0, 0, 300, 10), [screen], at(0, 0, 720, 480)],
  ])('%s', (_name, kept, screens, expected) => {
    expect(fitToScreens(kept, screens, least)).toEqual(expected);
  });
});

describe('a dialog is placed', () => {
  const size = { width: 560, height: 600 };
  it.each([
    ['over its parent', at(80, 60, 1120, 760), { x: 360, y: 113, ...size }],
    ['on the screen, when its parent reaches below it', at(80, 600, 1120, 760), { x: 360, y: 300, ...size }],
    ['on the screen, when its parent reaches left of it', at(-900, 60, 1000, 760), { x: 0, y: 113, ...size }],
  ])('%s', (_name, parent, expected) => {
    expect(placeOver(parent, size, screen)).toEqual(expected);
  });
  it('no larger than the screen', () => {
    expect(placeOver(at(0, 0), { width: 2000, height: 2000 }, screen)).toEqual(screen);
  });
});
