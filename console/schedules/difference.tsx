import { Code } from '@mantine/core';
import type { Difference } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';

/** The fields of a schedule that Temporal has otherwise than the operators' file. @param name of the schedule */
export function DifferenceTable({ name, fields }: Pick<Difference, 'fields'> & { readonly name: string }) {
  const texts = useScheduleTexts();
  const { columns } = texts.difference;
  return (
    <div className="schedule-table" tabIndex={0} role="region" aria-label={`${texts.difference.title}: ${name}`}>
      <table>
        <thead>
          <tr>
            {[columns.field, columns.now, columns.file].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row">{texts.facts[field] ?? field}</th>
              <td>{from === null ? '–' : <Code>{from}</Code>}</td>
              <td>{to === null ? '–' : <Code>{to}</Code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
