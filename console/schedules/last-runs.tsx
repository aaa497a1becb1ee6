import { Text } from '@mantine/core';
import { OutcomeBadge } from './badges.tsx';
import { BulkRunLink, RunCounts } from './run-line.tsx';
import type { FiredRun } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';
import { ZonedTime } from './zoned-time.tsx';

/** The last runs with their outcomes and bulk runs, the newest first. */
export function LastRuns({ runs, zone }: { readonly runs: readonly FiredRun[]; readonly zone: string }) {
  const texts = useScheduleTexts();
  if (runs.length === 0) return <Text size="sm">{texts.noRun}</Text>;
  return (
    <div className="schedule-table" tabIndex={0} role="region" aria-label={texts.outcomesOfRuns}>
      <table>
        <thead>
          <tr>
            {(['due', 'outcome', 'run', 'orders'] as const).map((column) => (
              <th key={column} scope="col">
                {texts.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.workflow_id}>
              <td>
                <ZonedTime at={run.at} zone={zone} />
              </td>
              <td>
                <OutcomeBadge outcome={run.outcome} />
              </td>
              <td>{run.bulkrun_id === null ? '–' : <BulkRunLink id={run.bulkrun_id} />}</td>
              <td>
                <RunCounts run={run} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
