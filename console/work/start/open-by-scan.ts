import { useNavigate } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useScans } from '../../scanner/scans.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';
import { addressOf, callsOf, type Step, steps } from './steps.ts';

export interface OpenByScanProps {
  /** The step in view; null for the pickup, which has no lists. */
  readonly step: Step | null;
  readonly siteId: number | null;
  readonly verdicts: Verdicts;
}

/**
 * Opens what a scan names: a list that is open, or the list of an order. An order that is on none gets one of the
 * step in view. It precedes the parts of the page that take scans themselves: the last parts have priority.
 */
export function OpenByScan({ step, siteId, verdicts: { say } }: OpenByScanProps): null {
  const texts = useWorkTexts();
  const navigate = useNavigate();
  const permits = usePermits();
  useScans(async ({ text }) => {
    const wrong = (words: ReactNode) => say({ sign: 'wrong', words });
    try {
      const { code, matches } = await client.scan.get({ code: text, ...(siteId === null ? {} : { site_id: siteId }) });
      const list = matches.find(({ kind }) => steps.some((one) => one === kind));
      const order = matches.find(({ kind }) => kind === 'order');
      if (list) return void navigate({ to: addressOf(list.kind as Step, list.id) });
      if (order && step) {
        const { creates, ofOrder } = callsOf[step];
        const open = await ofOrder(client, order.id);
        if (open) return void navigate({ to: addressOf(step, open.id) });
        if (!permits(creates)) return wrong(texts.mayNot(creates));
        const { id } = await callsOf[step].create(client, [order.id]);
        return void navigate({ to: addressOf(step, id) });
      }
      const [first] = matches;
      wrong(first ? texts.opensNothing(`${first.kind} ${first.label}`) : texts.wrong.unknown(code));
    } catch (error) {
      wrong(createElement(ServiceText, null, error instanceof Error ? error.message : String(error)));
    }
  });
  return null;
}
