import { useNavigate } from '@tanstack/react-router';
import { type Command, usePageCommands } from '../ground/commands.ts';
import { usePermits } from '../ground/session.ts';
import { stateWord } from '../texts/order-state.ts';
import { useTexts } from '../texts/texts.tsx';
import { useGoCommands, useSettingCommands } from './app-commands.ts';
import { useFoundRecords } from './find-orders.ts';

export interface Section {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** Returns what the palette offers for the words that somebody typed, in sections. An order with just this number comes first. */
export function useSections(typed: string) {
  const texts = useTexts();
  const navigate = useNavigate();
  const permits = usePermits();
  const { found, error, isSearching } = useFoundRecords(typed);
  const here = usePageCommands();
  const go = useGoCommands();
  const settings = useSettingCommands();
  const words = typed.trim();
  const orders: Command[] = (found?.orders ?? []).map(({ id, number, ship_to_name, state, status_id }) => ({
    name: number,
    hint: [ship_to_name, stateWord({ state, status_id }, texts)].filter(Boolean).join(' · '),
    run: () => void navigate({ to: '/orders/$id', params: { id: String(id) } }),
  }));
  const ofCustomers: Command[] = (found?.customers ?? []).map(({ id, name }) => ({
    name: texts.palette.ordersOf(name),
    run: () => void navigate({ to: '/orders', search: { filter: `customer_id = ${id}` } }),
  }));
  const search: Command[] =
    words !== '' && permits('salesorder.read')
      ? [
          {
            name: texts.palette.searchFor(words),
            run: () => void navigate({ to: '/orders', search: { filter: words } }),
          },
        ]
      : [];
  const ofCommands = [
    { name: texts.palette.here, commands: matching(here, words) },
    { name: texts.palette.go, commands: matching(go, words) },
    { name: texts.palette.settings, commands: matching(settings, words) },
  ];
  const ofRecords = [
    { name: texts.palette.orders, commands: orders },
    { name: texts.palette.customers, commands: ofCustomers },
  ];
  const sections = found?.isExact ? [...ofRecords, ...ofCommands] : [...ofCommands, ...ofRecords];
  const all: readonly Section[] = [...sections, { name: texts.orders.search, commands: search }];
  return { sections: all.filter(({ commands }) => commands.length > 0), error, isSearching };
}

/** Returns the commands whose names have all the words. */
function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
