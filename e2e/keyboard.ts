/** A person with a keyboard and nothing else: from field to field by Tab, what a field holds typed into it. */
import type { Page } from '@playwright/test';
import type { Field } from '../core/field.ts';
import { expect, keyAway } from './countersign.ts';

const focusedField = (dialog: Page) =>
  dialog.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? null);

const focusedText = (dialog: Page) =>
  dialog.evaluate(() => (document.activeElement as HTMLElement | null)?.textContent?.trim() ?? '');

/** Presses `key` until what `is` asks for is so. */
async function until(dialog: Page, key: string, is: () => Promise<boolean>, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    if (await is()) return;
    await dialog.keyboard.press(key);
  }
  throw new Error(`“${key}” did not lead there`);
}

/** Goes through all fields in order, types what `content` has for each, and leaves the others as they are. */
export async function fillIn(
  dialog: Page,
  fields: readonly Field[],
  content: Record<string, unknown>,
): Promise<void> {
  for (const field of fields) {
    const value = content[field.name];
    if (value === undefined || value === null || field.control.kind === 'fixed') continue;
    await until(dialog, 'Tab', async () => (await focusedField(dialog)) === field.id, 150);
    await fillField(dialog, field, value);
  }
}

async function fillField(dialog: Page, { id, control }: Field, value: unknown): Promise<void> {
  const { keyboard } = dialog;
  switch (control.kind) {
    case 'text':
      if (control.format === 'date') return typeDate(dialog, String(value));
      if (control.format === 'date-time') return typeDateTime(dialog, String(value));
      return typeText(dialog, String(value));
    case 'number':
      return typeText(dialog, String(value));
    case 'boolean':
    case 'agree':
      if (await isCheckbox(dialog)) {
        if ((await isChecked(dialog)) !== value) await keyboard.press('Space');
        return;
      }
      return pickRadio(dialog, value === true ? 'Yes' : 'No');
    case 'choice': {
      const index = control.options.findIndex((option) => option.value === value);
      const label = (await optionLabels(dialog, id))[index] ?? control.options[index]?.label ?? '';
      if (control.options.length <= 5) return pickRadio(dialog, label);
      if (control.options.length < 20) return pickInList(dialog, String(control.options[index]?.id));
      await typeText(dialog, control.options[index]?.label ?? '');
      await expect(dialog.getByRole('option').first()).toBeVisible();
      await keyboard.press('ArrowDown');
      return keyboard.press('Enter');
    }
    case 'choices': {
      const wanted = Array.isArray(value) ? value : [];
      for (const [index, option] of control.options.entries()) {
        if (index > 0) await keyboard.press('Tab');
        if ((await isChecked(dialog)) !== wanted.includes(option.value)) await keyboard.press('Space');
      }
      return;
    }
    case 'texts': {
      for (const text of Array.isArray(value) ? value : []) {
        await until(dialog, 'Tab', async () => (await focusedText(dialog)) === 'Add an entry', 50);
        await keyboard.press('Space');
        // The new entry stands before the button.
        await keyboard.press('Shift+Tab');
        await keyboard.press('Shift+Tab');
        await typeText(dialog, String(text));
      }
      return;
    }
    case 'fixed':
      return;
    default:
      return control satisfies never;
  }
}

async function typeText(dialog: Page, text: string): Promise<void> {
  await dialog.keyboard.press('ControlOrMeta+A');
  await dialog.keyboard.press('Delete');
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) await dialog.keyboard.press('Enter');
    await dialog.keyboard.type(line);
  }
}

/** Month, day, year, as the app's language in the tests has it. What is no day cannot be typed whole. */
async function typeDate(dialog: Page, text: string): Promise<void> {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  await dialog.keyboard.type(`${month ?? ''}${day ?? ''}${year ?? ''}`);
}

async function typeDateTime(dialog: Page, text: string): Promise<void> {
  const at = new Date(text);
  const two = (n: number) => String(n).padStart(2, '0');
  await dialog.keyboard.type(`${two(at.getMonth() + 1)}${two(at.getDate())}${at.getFullYear()}`);
  await dialog.keyboard.press('ArrowRight');
  await dialog.keyboard.type(two(at.getHours() % 12 || 12) + two(at.getMinutes()) + two(at.getSeconds()));
  await dialog.keyboard.type(at.getHours() < 12 ? 'A' : 'P');
}

const isCheckbox = (dialog: Page) =>
  dialog.evaluate(() => document.activeElement?.getAttribute('type') === 'checkbox');
const isChecked = (dialog: Page) =>
  dialog.evaluate(() => (document.activeElement as HTMLInputElement | null)?.checked === true);

const optionLabels = (dialog: Page, id: string) =>
  dialog.locator(`[data-field="${id}"] label.option`).allInnerTexts();

async function pickRadio(dialog: Page, label: string): Promise<void> {
  const current = () =>
    dialog.evaluate(() => {
      const { activeElement } = document;
      const checked = (activeElement as HTMLInputElement | null)?.checked === true;
      return { checked, label: activeElement?.closest('label')?.textContent ?? '' };
    });
  const now = await current();
  if (!now.checked) await dialog.keyboard.press('Space');
  await until(dialog, 'ArrowDown', async () => (await current()).label === label, 20);
}

const pickInList = (dialog: Page, id: string) =>
  until(
    dialog,
    'ArrowDown',
    () => dialog.evaluate((id) => (document.activeElement as HTMLSelectElement | null)?.value === id, id),
    30,
  );

/** Tab to the button, and Enter or Space on it once it is armed. */
export async function pressButton(
  dialog: Page,
  name: string,
  key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
  await until(dialog, 'Tab', async () => (await focusedText(dialog)) === name, 250);
  await expect(dialog.getByRole('button', { name, exact: true })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await keyAway(dialog, key);
}
