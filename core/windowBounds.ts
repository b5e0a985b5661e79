/** Where a window goes that was somewhere before: only where a screen still shows enough of it to be moved. */
export type Bounds = { x: number; y: number; width: number; height: number };

/** Pixels of the title bar that must be on a screen. */
const graspable = { width: 120, height: 30 };

/** `kept` on one of `screens`, made smaller where it must be; undefined where none shows it, so that the system places it. */
export function fitToScreens(
  kept: Bounds,
  screens: readonly Bounds[],
  least: { width: number; height: number },
): Bounds | undefined {
  const screen = screens.find((area) => shows(area, kept));
  if (screen === undefined) return undefined;
  return {
    x: kept.x,
    y: kept.y,
    width: Math.max(least.width, Math.min(kept.width, screen.width)),
    height: Math.max(least.height, Math.min(kept.height, screen.height)),
  };
}

function shows(screen: Bounds, { x, y, width }: Bounds): boolean {
  const across = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  const down = screen.y + screen.height - y;
  return across >= graspable.width && y >= screen.y && down >= graspable.height;
}

/** A dialog of `size` over its parent, a little above the middle, wholly on the screen where that is possible. */
export function placeOver(parent: Bounds, size: { width: number; height: number }, screen: Bounds): Bounds {
  const within = (at: number, from: number, to: number) => Math.round(Math.max(from, Math.min(at, to)));
  const width = Math.min(size.width, screen.width);
  const height = Math.min(size.height, screen.height);
  return {
    x: within(parent.x + (parent.width - width) / 2, screen.x, screen.x + screen.width - width),
    y: within(parent.y + (parent.height - height) / 3, screen.y, screen.y + screen.height - height),
    width,
    height,
  };
}
