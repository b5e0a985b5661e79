import { expect, it } from 'vitest';
import { drivingTools, noTraits, traitFields, traitsIn, traitsText } from './serverTraits.ts';

it.each([
  'click',
  'left_click',
  'mouse_move',
  'moveMouse',
  'type_text',
  'press_key',
  'sendKeys',
  'key-press',
  'take_screenshot',
  'screenCapture',
  'run_command',
  'executeShellCommand',
  'run_shell_command',
  'bash',
  'start_process',
  'computer',
  'computer_use',
  'applescript_execute',
  'browser_press_key',
  'focus_window',
])('“%s” looks as if it could drive the desktop', (name) => {
  expect(drivingTools([name])).toEqual([name]);
});

it.each([
  'delete_file',
  'read_text_file',
  'list_directory',
  'list_types',
  'get_type',
  'send_message',
  'execute_query',
  'run_query',
  'search',
  'create_entities',
  'sequentialthinking',
  'echo',
  'pods_list',
  'start_call',
  'clickhouse_query',
  'list_windows_updates',
  'get_cursors',
  'key_value_get',
  'create_issue',
])('“%s” does not', (name) => {
  expect(drivingTools([name])).toEqual([]);
});

it('what is not ticked is not so, and what was not asked stays', () => {
  const fields = traitFields(['drivesDesktop', 'trusted'], { ...noTraits, drivesDesktop: true });
  expect(fields.map(({ name, suggestion }) => [name, suggestion])).toEqual([
    ['drivesDesktop', { kind: 'used', value: true, own: true }],
    ['trusted', { kind: 'used', value: false, own: true }],
  ]);
  expect(traitsIn({ drivesDesktop: false, trusted: true }, { ...noTraits, valuesRecorded: true })).toEqual({
    drivesDesktop: false,
    trusted: true,
    valuesRecorded: true,
  });
  expect(traitsText(noTraits)).toHaveLength(3);
});
