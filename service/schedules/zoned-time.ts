/**
 * Returns a function that writes a moment as ISO 8601 with the offset that a time zone has then: `2026-11-23T06:00:00+01:00`.
 * @param timeZone an IANA name. Temporal may know one that this program does not: the times are then those of UTC
 */
export function isoIn(timeZone: string): (at: Date) => string {
  const format = formatOf(timeZone);
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const [year, month, day, hour, minute, second] = fields.map((field) => parts.get(field) ?? '');
    const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    const whole = Math.floor(at.getTime() / 1000) * 1000;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${offsetText((wall - whole) / 60_000)}`;
  };
}

const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const twoDigits = {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const options = { year: 'numeric', ...twoDigits, hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

/** @param minutes ahead of UTC. A zone of the past may have seconds, which ISO 8601 leaves out */
function offsetText(minutes: number): string {
  const size = Math.floor(Math.abs(minutes));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
