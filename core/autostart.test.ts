import { expect, it } from 'vitest';
import { autostartEntry } from './autostart.ts';

it.each([
  ['/opt/Countersign/countersign', 'Exec="/opt/Countersign/countersign" --hidden'],
  ['/home/a b/x%y', 'Exec="/home/a b/x%%y" --hidden'],
  ['/a"b$c', 'Exec="/a\\\\"b\\\\$c" --hidden'],
])('a login entry for %s', (path, line) => {
  expect(autostartEntry(path).split('\n')).toContain(line);
});
