import type { Page } from 'playwright-core';

/** Actions of tests on the page of rules. */

export const head = `console: { edit_rules: true }
defaults:
  steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic }
`;

/** Returns the operators' file with a rule that depends on a number. */
export const fileWith = (total: number, more = '') => `${head}rules:
  - name: Large orders are looked at
    when: total > ${total}
    then: { hold: Look at it }
${more}cases:
  - name: A large order
    given: { total: 5000 }
    expect: { hold: Look at it }
`;

export const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Replaces the text in the editor, as somebody does who pastes another one. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await editor(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Returns the text in the editor. Only the lines in view are in the page. */
export const textOf = async (page: Page): Promise<string> => {
  const lines = await editor(page).locator('.cm-line').allInnerTexts();
  return lines.map((line) => line.replaceAll(/[\n\u200b]/g, '')).join('\n');
};

/** Puts the caret behind a text in the editor. */
export async function caretAfter(page: Page, text: string): Promise<void> {
  await editor(page).locator('.cm-line').filter({ hasText: text }).first().click();
  await page.keyboard.press('End');
}

/** Types a line with its own indentation, in place of the one that the editor proposes. */
export async function typeLine(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type(line);
}
