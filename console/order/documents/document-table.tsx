import { Anchor } from '@mantine/core';
import type { Document } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { ago, moment } from '../../ground/time.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { addressOf, again } from './print.ts';
import { PrintButton } from './print-button.tsx';

export interface DocumentTableProps {
  readonly documents: readonly Document[];
  readonly orderId: number;
}

/**
 * Documents with who made them and when. A document opens in its original state; printing it again makes another
 * one.
 */
export function DocumentTable({ documents, orderId }: DocumentTableProps) {
  const { documents: texts } = useTexts();
  const { language } = useLanguage();
  const permits = usePermits();
  return (
    <section className="documents" tabIndex={0} aria-label={texts.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.document}</th>
            <th scope="col">{texts.made}</th>
            <th scope="col">{texts.by}</th>
            {permits('document.create') && <th scope="col" aria-label={texts.again} />}
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document.id}>
              <td>
                <Anchor href={addressOf([document])} target="_blank" rel="noreferrer" size="sm" title={texts.opens}>
                  {texts.kinds[document.kind]} {document.number}
                </Anchor>
              </td>
              <td>
                <time dateTime={document.created_at} title={moment(document.created_at, language)}>
                  {ago(document.created_at, language)}
                </time>
              </td>
              <td>{userOf(document)}</td>
              {permits('document.create') && (
                <td className="button">
                  <PrintButton orderId={orderId} body={again(document, orderId)} title={texts.againTitle}>
                    {texts.again}
                  </PrintButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function userOf({ user, user_id }: Document): string {
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return name || user?.email || `#${user_id}`;
}
