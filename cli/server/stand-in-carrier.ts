import { Command, Option } from 'commander';
import { wholeNumber } from '../arguments.ts';
import { untilStopped } from './until-stopped.ts';

interface Options {
  labels: string;
  host: string;
  port: number;
  url?: string;
}

/** `conveyor stand-in-carrier`: runs the carrier that `conveyor up` has, alone, for a trial of separate processes. */
export function standInCarrierCommand(): Command {
  return new Command('stand-in-carrier')
    .description('run a parcel carrier whose labels are not real, for a trial (CONVEYOR_STAND_IN_CARRIER_URL)')
    .requiredOption('--labels <dir>', 'folder of the labels')
    .option('--host <address>', 'address on which it listens', '127.0.0.1')
    .addOption(new Option('--port <port>', 'port on which it listens').argParser(wholeNumber(1, 65_535)).default(7430))
    .option('--url <url>', 'beginning of the addresses of labels (default: host and port)')
    .action(async ({ labels, host, port, url }: Options) => {
      await untilStopped(async () => {
        const { startStandInCarrier } = await import('../stack/stand-in-carrier.ts');
        return startStandInCarrier(labels, port, { host, publicUrl: url?.replace(/\/+$/, '') });
      });
    });
}
